#!/bin/sh
# Runs CTest: run.sh SECONDS PRIVATE WORDS. It writes its report at its end, so it stops by itself before SECONDS are over:
# a test that hangs has failed then, and the others keep their results.
stop=$(date -d "+$(($1 - $1 / 10 - 1)) seconds" +%H:%M:%S)
private=$2
shift 2
exec ctest --test-dir "$private/build" --output-junit "$private/report.xml" --output-on-failure --stop-time "$stop" "$@"
