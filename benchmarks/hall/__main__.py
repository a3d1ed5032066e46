"""`python -m benchmarks.hall`."""

import typer

from benchmarks.hall.command import run


def main() -> None:
    typer.run(run)


if __name__ == "__main__":
    main()
