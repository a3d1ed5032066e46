"""`python -m ukumbi` is `ukumbi`."""

from ukumbi.cli import main

if __name__ == "__main__":
    main()
