#!/bin/sh
# Runs CTest: run.sh SECONDS PRIVATE WORDS. It writes its report at its end, so it stops by itself before SECONDS are over:
# a test that hangs has failed then, and the others keep their results. What a test prints that passes is kept whole
# (ctest's own limit is 1 KiB): a program that ends within a test, with exit code 0, shows it there alone.
stop=$(date -d "+$(($1 - $1 / 10 - 1)) seconds" +%H:%M:%S)
private=$2
shift 2
exec ctest --test-dir "$private/build" --output-junit "$private/report.xml" --output-on-failure --test-output-size-passed 1048576 --stop-time "$stop" "$@"
