#!/bin/sh
# Runs Minitest's tests as the project does (rails, rake), or else all of test/: run.sh [--path=GLOB]
set -u
path=
for word in "$@"; do case $word in --path=*) path=${word#--path=} ;; esac; done
RUBYOPT=-r$PROCTOR_FOLDER/listen.rb
PARALLEL_WORKERS=1 # of rails: each test is told of by the process that runs it
export RUBYOPT PARALLEL_WORKERS
with=
if [ -f Gemfile ] && command -v bundle >/dev/null && bundle check >/dev/null 2>&1; then with='bundle exec'; fi
# shellcheck disable=SC2086  # two words, or none
if [ -z "$path" ] && [ -x bin/rails ]; then exec $with bin/rails test; fi
# shellcheck disable=SC2086
if [ -z "$path" ] && command -v rake >/dev/null && grep -qs -E 'TestTask|:test\b|"test"' Rakefile; then exec $with rake test; fi
# shellcheck disable=SC2016,SC2086
exec $with ruby -Ilib -Itest -Ispec -e '
  require "minitest"
  given = ARGV.shift
  glob = given.empty? ? "{test,spec}/**/{test,test_*,*_test,*_spec,spec_*}.rb" : File.directory?(given) ? "#{given}/**/{test_*,*_test,*_spec}.rb" : given
  files = Dir[glob].sort
  files = Dir["**/#{glob}"].sort if files.empty?
  files.each { |file| require File.expand_path(file) }
  Minitest.autorun
' "$path"
