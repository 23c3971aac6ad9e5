"""Tries changes in forks of a process that has run the tests already, for `make mutants`.

It is started in the copy of the tree and knows nothing of wardiary. First it runs the tests that
its arguments name, unchanged, which loads everything. Then it answers each line of JSON with one:
{"change": file with the changed module, "of": that module, "first": tests, "order": file with them}
with {"code": ...}, the exit code of pytest in a fork in which the functions of the module have
their changed code. A code of null says that this cannot be done by a fork: more than the inside of
functions has changed.

A failing fork is a change that was noticed. One that passes proves nothing: what was computed
before it was forked may be remembered. So survivors are tried again from nothing.
"""

from __future__ import annotations

import gc
import inspect
import json
import os
import resource
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

PLUGIN = "mutants_plugin"
"""It is beside this file, and beside the copy of the tree."""
OPTIONS = ("-x", "-q", "-p", "no:cacheprovider", "--no-header")
AGAIN = ("-W", "ignore::pytest.PytestAssertRewriteWarning")
"""In a fork everything is loaded already."""


def shell(code: CodeType) -> tuple[Any, ...]:
    """What a module does when it is loaded, without the insides of its functions."""
    constants = tuple(
        value if not isinstance(value, CodeType) else None if is_function(value) else shell(value)
        for value in code.co_consts
    )
    return code.co_code, code.co_names, tuple((type(value), value) for value in constants)


def is_function(code: CodeType) -> bool:
    """Whether it is a function's code, and not the body of a class."""
    return bool(code.co_flags & inspect.CO_OPTIMIZED)


def functions(code: CodeType) -> Iterator[CodeType]:
    """The functions in a module's code, from outer to inner ones, in the order of its lines."""
    for value in code.co_consts:
        if isinstance(value, CodeType):
            if is_function(value):
                yield value
            yield from functions(value)


def by_name(code: CodeType) -> dict[str, list[CodeType]]:
    """Functions by their qualified names; those of one name in their order."""
    named: dict[str, list[CodeType]] = defaultdict(list)
    for function in functions(code):
        named[function.co_qualname].append(function)
    return named


def replace_functions(path: str, old: CodeType, new: CodeType) -> None:
    """Give every function of a module that exists its changed code."""
    before, after = by_name(old), by_name(new)
    for function in [thing for thing in gc.get_objects() if isinstance(thing, FunctionType)]:
        code = function.__code__
        if code in before.get(code.co_qualname, ()) and real_path(code.co_filename) == path:
            function.__code__ = after[code.co_qualname][before[code.co_qualname].index(code)]


real_path = cache(os.path.realpath)
"""Of a module: its package is a link to the copy."""


def run_changed(request: dict[str, Any], limit: int) -> int | None:
    """The exit code of the likeliest tests with a changed module, in a fork; None if unfit."""
    path = str(Path(request["of"]).resolve())
    old = compile(Path(path).read_bytes(), path, "exec")
    try:
        new = compile(Path(request["change"]).read_bytes(), path, "exec")
    except SyntaxError:
        return None
    if shell(old) != shell(new):
        return None
    process = os.fork()
    if not process:
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
            silence()
            replace_functions(path, old, new)
            plugin = import_module(PLUGIN)
            plugin.FIRST = request["order"]  # type: ignore[attr-defined]
            files = dict.fromkeys(test.partition("::")[0] for test in request["first"])
            os._exit(pytest.main([*OPTIONS, *AGAIN, *files], [plugin]))
        except BaseException:  # noqa: BLE001 (Whatever it is, a test would have failed of it.)
            os._exit(1)
    _, status = os.waitpid(process, 0)
    return os.waitstatus_to_exitcode(status)


def silence() -> None:
    """Nothing but answers is printed: pytest writes into nothing."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)


def main() -> None:
    """Run the tests once, then answer requests until there are no more."""
    answers = os.fdopen(os.dup(1), "w")
    silence()
    code = pytest.main([*OPTIONS, *sys.argv[1:]], [import_module(PLUGIN)])
    used = resource.getrusage(resource.RUSAGE_SELF)
    limit = 10 + 3 * int(used.ru_utime + used.ru_stime)
    print(json.dumps({"code": code}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps({"code": run_changed(json.loads(line), limit)}), file=answers, flush=True)


if __name__ == "__main__":
    main()
