"""Our recorders and factories under the suites that eventsourcing ships for its own."""

from typing import Any

from eventsourcing.persistence import AggregateRecorder, ApplicationRecorder
from eventsourcing.popo import POPOAggregateRecorder, POPOProcessRecorder, POPOTrackingRecorder
from eventsourcing.postgres import (
    PostgresAggregateRecorder,
    PostgresProcessRecorder,
    PostgresTrackingRecorder,
)
from eventsourcing.sqlite import SQLiteAggregateRecorder, SQLiteTrackingRecorder
from eventsourcing.tests.persistence import (
    AggregateRecorderTestCase,
    ApplicationRecorderTestCase,
    InfrastructureFactoryTestCase,
    NonInterleavingNotificationIDsBaseCase,
    ProcessRecorderTestCase,
)
from eventsourcing.utils import Environment

from tests.contract.stores import OnMemory, OnPostgres, OnSQLite, Store
from wardiary.adapters.store import memory, postgres, sqlite


class AggregateSuite(Store, AggregateRecorderTestCase):
    def create_recorder(self) -> AggregateRecorder:
        return self.open_factory().aggregate_recorder("snapshots")


class ApplicationSuite(Store, ApplicationRecorderTestCase[ApplicationRecorder]):
    def create_recorder(self) -> ApplicationRecorder:
        return self.open_factory().application_recorder()

    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class InterleavingSuite(Store, NonInterleavingNotificationIDsBaseCase):
    def create_recorder(self) -> ApplicationRecorder:
        return self.open_factory().application_recorder()


class TestMemoryAggregates(OnMemory, AggregateSuite): ...


class TestSQLiteAggregates(OnSQLite, AggregateSuite): ...


class TestPostgresAggregates(OnPostgres, AggregateSuite): ...


class TestMemoryApplications(OnMemory, ApplicationSuite): ...


class TestSQLiteApplications(OnSQLite, ApplicationSuite): ...


class TestPostgresApplications(OnPostgres, ApplicationSuite): ...


class TestMemoryInterleaving(OnMemory, InterleavingSuite): ...


class TestSQLiteInterleaving(OnSQLite, InterleavingSuite): ...


class TestPostgresInterleaving(OnPostgres, InterleavingSuite): ...


class TestSQLiteProcesses(OnSQLite, ProcessRecorderTestCase):
    def create_recorder(self) -> sqlite.LiveProcessRecorder:
        recorder = self.open_factory().process_recorder()
        assert isinstance(recorder, sqlite.LiveProcessRecorder)
        return recorder


class FactorySuite(Store, InfrastructureFactoryTestCase[Any]):
    aggregate: type[Any]
    application: type[Any]
    tracking: type[Any]
    process: type[Any]
    factory_class: type[Any]

    def setUp(self) -> None:
        self.env = Environment("", self.env)
        super().setUp()

    def expected_factory_class(self) -> type[Any]:
        return self.factory_class

    def expected_aggregate_recorder_class(self) -> type[Any]:
        return self.aggregate

    def expected_application_recorder_class(self) -> type[Any]:
        return self.application

    def expected_tracking_recorder_class(self) -> type[Any]:
        return self.tracking

    def tracking_recorder_subclass(self) -> type[Any]:
        return SUBCLASSES[self.tracking]

    def expected_process_recorder_class(self) -> type[Any]:
        return self.process


class MemoryTracking(POPOTrackingRecorder): ...


class SQLiteTracking(SQLiteTrackingRecorder): ...


class PostgresTracking(PostgresTrackingRecorder): ...


SUBCLASSES: dict[type[Any], type[Any]] = {
    POPOTrackingRecorder: MemoryTracking,
    SQLiteTrackingRecorder: SQLiteTracking,
    PostgresTrackingRecorder: PostgresTracking,
}


class TestMemoryFactory(OnMemory, FactorySuite):
    factory_class = memory.MemoryFactory
    aggregate = POPOAggregateRecorder
    application = memory.MemoryRecorder
    tracking = POPOTrackingRecorder
    process = POPOProcessRecorder


class TestSQLiteFactory(OnSQLite, FactorySuite):
    factory_class = sqlite.LiveFactory
    aggregate = SQLiteAggregateRecorder
    application = sqlite.LiveRecorder
    tracking = SQLiteTrackingRecorder
    process = sqlite.LiveProcessRecorder


class TestPostgresFactory(OnPostgres, FactorySuite):
    factory_class = postgres.LiveFactory
    aggregate = PostgresAggregateRecorder
    application = postgres.LiveRecorder
    tracking = PostgresTrackingRecorder
    process = PostgresProcessRecorder


# The suites themselves are not tests of ours.
del AggregateRecorderTestCase, ApplicationRecorderTestCase, InfrastructureFactoryTestCase
del NonInterleavingNotificationIDsBaseCase, ProcessRecorderTestCase
del AggregateSuite, ApplicationSuite, InterleavingSuite, FactorySuite
