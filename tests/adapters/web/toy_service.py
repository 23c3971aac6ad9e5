"""One process of the service with the toy games registered: STORE PORT [REDIS]."""

from __future__ import annotations

import sys

from tests.adapters.web.players import GAMES, toy_game
from wardiary.adapters.bootstrap import open_store
from wardiary.adapters.web.app import Options, create_app
from wardiary.adapters.web.serving import listen, run, to_log
from wardiary.domain.games import registry

registry.names = lambda: tuple(GAMES)
registry.game = toy_game
registry.packaged = lambda name: {}

if __name__ == "__main__":
    store, port, *redis = sys.argv[1:]
    to_log(json=True)
    matches = open_store(store)
    run(
        create_app(matches, Options(rate=0, redis=redis[0] if redis else "")),
        listen("127.0.0.1", int(port)),
        5,
    )
    matches.store.close()
