#!/bin/sh
# For any other CI: checks a server against the contract; the exit code separates a violation from a run without a verdict.
#
#   DIRECTORY_BASE_URL=https://directory.example.com DIRECTORY_API_KEY=… sh check.sh [options of "directory-contract check"]
#
# Use it with --strict and --baseline: then new drift fails, and known drift does not.
#
# Exit code 0: the server follows the contract. 1: it violates it, or with --strict departs from it. Any other: the run has no verdict.
set -eu

package=directory-contract@0.2.0
reports=${DIRECTORY_REPORTS:-reports}

# npx ends with 1 if it cannot fetch a package; that must not look like a violation.
if ! npx --yes "$package" --version > /dev/null; then
  echo "$package could not be fetched. No request was sent to the server." >&2
  exit 2
fi

status=0
npx --yes "$package" check \
  --report "junit=$reports/junit.xml" \
  --report "markdown=$reports/summary.md" \
  --report "evidence=$reports/evidence.md" \
  "$@" || status=$?

case $status in
  0) echo "The server follows the contract." ;;
  1) echo "The server violates the contract, or with --strict departs from it. $reports/summary.md lists each finding with a curl command." >&2 ;;
  2) echo "The check did not run: an option, a file or the API key is missing or wrong. See the message above." >&2 ;;
  3) echo "No verdict: the server could not be reached, refused the API key, or took too long." >&2 ;;
  4) echo "Somebody else changed a resource while the check wrote to it. The check kept that change; nothing needs an undo." >&2 ;;
  5) echo "The check could not restore everything, or could not verify it. Run 'npx $package undo' with the same key." >&2 ;;
  6 | 7) echo "No request was sent: another run writes to the server, or an earlier run must be undone first." >&2 ;;
  *) echo "The check ended with $status. The README of directory-contract explains the exit codes." >&2 ;;
esac
exit "$status"
