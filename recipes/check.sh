#!/bin/sh
# For any other CI: holds a server against the contract, and tells a server that is wrong from a run that could not judge it.
#
#   DIRECTORY_BASE_URL=https://directory.example.com DIRECTORY_API_KEY=… sh check.sh [options of "directory-contract check"]
#
# Ends with 0 where the server keeps the contract, with 1 where it does not, and with any other number where nobody knows.
set -eu

package=directory-contract@0.1.0
reports=${DIRECTORY_REPORTS:-reports}

# npx ends with 1 where it cannot fetch a package; that must not look like a finding.
if ! npx --yes "$package" --version > /dev/null; then
  echo "$package could not be fetched; the server was not asked for anything." >&2
  exit 2
fi

status=0
npx --yes "$package" check \
  --report "junit=$reports/junit.xml" \
  --report "markdown=$reports/summary.md" \
  --report "evidence=$reports/evidence.md" \
  "$@" || status=$?

case $status in
  0) echo "The server keeps the contract." ;;
  1) echo "The server violates the contract. $reports/summary.md says where, with a curl line for each finding." >&2 ;;
  2) echo "Nothing was judged: an option, a file or the key is not as it must be." >&2 ;;
  3) echo "No verdict: the server was not reached, refused the key, or took too long." >&2 ;;
  4) echo "Somebody else changed a thing while the check wrote to it. That was left as it is; nothing is left to undo." >&2 ;;
  5) echo "Something is not what it was before the check, or nobody can say. Run 'npx $package undo' with the same key." >&2 ;;
  6 | 7) echo "Nothing was sent: another run writes to the server, or what an earlier one left is not undone." >&2 ;;
  *) echo "The check ended with $status; the README of directory-contract says what that means." >&2 ;;
esac
exit "$status"
