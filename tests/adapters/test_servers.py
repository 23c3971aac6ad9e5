import psycopg
import pytest
import redis

from tests import servers
from tests.servers import PostgresServer, ValkeyServer


def test_valkey_answers_with_streams(empty_valkey: str):
    with redis.from_url(empty_valkey, decode_responses=True) as client:
        client.xadd("feed", {"tag": "pieces-moved"}, id="1-1")

        assert client.xrange("feed") == [("1-1", {"tag": "pieces-moved"})]


def test_postgres_answers_in_a_database_of_the_tests_own(empty_postgres: str):
    with psycopg.connect(empty_postgres) as connection:
        result = connection.execute("SELECT count(*) FROM pg_stat_user_tables").fetchone()

    assert result == (0,)


def test_the_shared_test_servers_have_one_address(
    valkey_url: str,
    valkey_server: ValkeyServer,
    postgres_url: str,
    postgres_server: PostgresServer,
):
    assert (valkey_url, postgres_url) == (valkey_server.url, postgres_server.url)


def test_a_killed_valkey_comes_back_with_what_it_stored(restartable_valkey: ValkeyServer):
    with redis.from_url(restartable_valkey.url, decode_responses=True) as client:
        client.set("head", "42")

    restartable_valkey.kill()
    assert not restartable_valkey.answers()
    restartable_valkey.start()

    with redis.from_url(restartable_valkey.url, decode_responses=True) as client:
        assert client.get("head") == "42"


def test_a_killed_postgres_comes_back_with_what_it_stored(restartable_postgres: PostgresServer):
    with psycopg.connect(restartable_postgres.url) as connection:
        connection.execute("CREATE TABLE heads AS SELECT 42 AS position")

    restartable_postgres.kill()
    assert not restartable_postgres.answers()
    restartable_postgres.start()

    with psycopg.connect(restartable_postgres.url) as connection:
        assert connection.execute("SELECT position FROM heads").fetchone() == (42,)


def test_a_missing_server_fails_and_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WARDIARY_PG_BIN", "/nowhere")

    with pytest.raises(pytest.fail.Exception, match=r"No Postgres server: .*/nowhere"):
        servers.postgres_programs()
