#!/bin/sh
# Runs Minitest's tests as the project does (rails, rake), or else all of test/ and of spec/ where that isn't RSpec's:
# run.sh [--path=GLOB …]
set -u
for word in "$@"; do
    shift
    case $word in --path=*) set -- "$@" "${word#--path=}" ;; esac
done
RUBYOPT=-r$PROCTOR_FOLDER/listen.rb
PARALLEL_WORKERS=1 # of rails: each test is told of by the process that runs it
export RUBYOPT PARALLEL_WORKERS
with=
if [ -f Gemfile ] && command -v bundle >/dev/null && bundle check >/dev/null 2>&1; then with='bundle exec'; fi
# shellcheck disable=SC2086  # two words, or none
if [ $# -eq 0 ] && [ -x bin/rails ]; then exec $with bin/rails test; fi
# shellcheck disable=SC2086
if [ $# -eq 0 ] && command -v rake >/dev/null && grep -qs -E 'TestTask|:test\b|"test"' Rakefile; then exec $with rake test; fi
if [ $# -eq 0 ]; then
    if [ -d test ]; then set -- test; fi
    if [ -d spec ] && [ ! -f .rspec ] && ! grep -qsi rspec spec/spec_helper.rb spec/rails_helper.rb; then set -- "$@" spec; fi
    if [ $# -eq 0 ]; then set -- 'test_*.rb' '*_test.rb'; fi
fi
# shellcheck disable=SC2016,SC2086
exec $with ruby -Ilib -Itest -Ispec -e '
  require "minitest"
  globs = ARGV.dup
  ARGV.clear
  globs.map! { |glob| Dir[glob].any? { |found| File.directory?(found) } ? "#{glob}/**/{test,test_*,*_test,*_spec,spec_*}.rb" : glob }
  files = globs.flat_map { |glob| Dir[glob].empty? ? Dir["**/#{glob}"] : Dir[glob] }
  files.reject { |file| file.start_with?("vendor/") }.uniq.sort.each { |file| require File.expand_path(file) }
  Minitest.autorun
' "$@"
