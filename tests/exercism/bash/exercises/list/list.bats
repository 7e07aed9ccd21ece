#!/usr/bin/env bats
load bats-extra

setup() { source list.sh; }

@test "length of an empty list" {
    #[[ $BATS_RUN_SKIPPED == "true" ]] || skip
    local list=()
    local result
    list::length list result
    assert_equal "$result" 0
}

@test "length of a list" {
    [[ $BATS_RUN_SKIPPED == "true" ]] || skip
    local list=(1 3 5 7)
    local result
    list::length list result
    assert_equal "$result" 4
}

@test "reverse a list" {
    [[ $BATS_RUN_SKIPPED == "true" ]] || skip
    local list=("R*" "l*")
    local result=()
    list::reverse list result
    assert_equal "${result[*]}" "l* R*"
}
