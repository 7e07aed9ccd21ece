#!/bin/sh
# rustc, with the reporter in place of libtest's runner in what has tests. Which program a file becomes stands in
# {private}/programs then.
before='' tests='' name='' file='' place='' suffix=''
for word; do
    case $before in
    --crate-name) name=$word ;;
    --out-dir) place=$word ;;
    esac
    case $word in
    *.rs) file=$word ;;
    extra-filename=*) suffix=${word#*=} ;;
    --test) tests=1 ;;
    esac
    before=$word
done
if [ "$tests" ]; then
    printf '%s\t%s\n' "$file" "$place/$name$suffix" >>"$PROCTOR_PRIVATE/programs"
    set -- "$@" '-Zcrate-attr=feature(custom_test_frameworks)' '-Zcrate-attr=test_runner(proctor_reporter::run)' \
        --extern "proctor_reporter=$PROCTOR_REPORTER"
fi
exec "$@"
