#!/bin/sh
# Runs RSpec with our formatter, the project's own where it has bundler's file for it: run.sh [--path=GLOB] [OPTION …]
set -u
for word in "$@"; do
    shift
    case $word in
        --path=*/ | --path=*) path=${word#--path=}
            case $path in
                *[*?]*/* | */*[*?]*) set -- "$@" --pattern "$path" ;;
                *[*?]*) set -- "$@" --pattern "**/$path" ;;
                *) set -- "$@" "$path" ;;
            esac ;;
        *) set -- "$@" "$word" ;;
    esac
done
set -- --require "$PROCTOR_FOLDER/formatter.rb" --format Proctor::Formatter --format progress --no-color --no-fail-fast "$@"
if grep -qs rspec Gemfile Gemfile.lock ./*.gemspec && command -v bundle >/dev/null; then
    if bundle check >/dev/null 2>&1; then exec bundle exec rspec "$@"; fi
    command -v rspec >/dev/null || {
        echo "The gems of the project's Gemfile aren't there: run \`bundle install\`." >&2
        exit 127
    }
fi
exec rspec "$@"
