#!/bin/sh
# The documentation's tests run in rustdoc itself.
RUSTC_BOOTSTRAP=1 exec rustdoc "$@"
