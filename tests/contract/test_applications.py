"""Applications over our stores under the suites that eventsourcing ships for its own."""

import pytest
from eventsourcing.tests.application import ApplicationTestCase, ExampleApplicationTestCase

from tests.contract.stores import OnMemory, OnPostgres, OnSQLite

# One of the suites looks whether a deprecated name warns.
pytestmark = pytest.mark.filterwarnings("default::DeprecationWarning")


class TestMemoryApplication(OnMemory, ApplicationTestCase):
    expected_factory_topic = "wardiary.adapters.store.memory:MemoryFactory"


class TestSQLiteApplication(OnSQLite, ApplicationTestCase):
    expected_factory_topic = "wardiary.adapters.store.sqlite:LiveFactory"


class TestPostgresApplication(OnPostgres, ApplicationTestCase):
    expected_factory_topic = "wardiary.adapters.store.postgres:LiveFactory"


class TestMemoryBankAccounts(OnMemory, ExampleApplicationTestCase):
    expected_factory_topic = "wardiary.adapters.store.memory:MemoryFactory"


class TestSQLiteBankAccounts(OnSQLite, ExampleApplicationTestCase):
    expected_factory_topic = "wardiary.adapters.store.sqlite:LiveFactory"


class TestPostgresBankAccounts(OnPostgres, ExampleApplicationTestCase):
    expected_factory_topic = "wardiary.adapters.store.postgres:LiveFactory"


# The suites themselves are not tests of ours.
del ApplicationTestCase, ExampleApplicationTestCase
