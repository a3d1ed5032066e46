#!/bin/sh
# Make a virtual environment at $1 with the first Python that is new enough; PYTHON names another.
set -eu

fits() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for python in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}; do
        if fits "$python"; then echo "$python"; return; fi
    done
    echo "Ukumbi needs Python 3.11 or newer. Install it, or name it: make PYTHON=/path/to/python3.12" >&2
    exit 1
}

has_venv() { "$1" -c 'import ensurepip, venv' 2>/dev/null; }

fetch_venv() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing python3-venv ..."
        apt-get update -qq
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends python3-venv </dev/null
    fi
}

if [ -x "$1/bin/python" ] && fits "$1/bin/python" && "$1/bin/python" -m pip --version >/dev/null 2>&1; then
    exit 0
fi
python=$(find_python)
has_venv "$python" || fetch_venv
if ! has_venv "$python"; then
    echo "$python cannot make virtual environments. On Debian and Ubuntu: sudo apt-get install python3-venv" >&2
    exit 1
fi
echo "Making $1 with $("$python" --version) ..."
rm -rf "$1"
"$python" -m venv "$1"
