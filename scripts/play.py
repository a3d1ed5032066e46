"""Open the hall for make, which would call its usual end, Ctrl-C, an error."""

import signal
import sys
from contextlib import suppress

INTERRUPTED = 128 + signal.SIGINT


def main() -> None:
    with suppress(KeyboardInterrupt):
        from ukumbi.cli import main as ukumbi  # noqa: PLC0415 (Ctrl-C may come this early)

        try:
            ukumbi()
        except SystemExit as end:
            if end.code != INTERRUPTED:
                raise


if __name__ == "__main__":
    sys.argv[0] = "ukumbi"
    main()
