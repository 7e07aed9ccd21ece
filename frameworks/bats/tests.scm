; Where tests stand in a bats file. `parse` in framework.toml has made a block of each test's body.

; @test "name" { … }
(
  (command
    name: (command_name (word) @_word)
    .
    argument: (_) @test.name)
  .
  (compound_statement) @test @test.body
  (#eq? @_word "@test")
)

; name() { # @test
(function_definition
  name: (word) @test.name
  body: (compound_statement . (comment) @_mark @hide) @test.body
  (#match? @_mark "^#[ \\t]*@test[ \\t]*$")
) @test

; [[ $BATS_RUN_SKIPPED == "true" ]] || skip: the environment takes it away when the test runs, this where it is shown.
((list) @hide
  (#match? @hide "BATS_RUN_SKIPPED.*skip"))
((if_statement) @hide
  (#match? @hide "^if[^\\n]*BATS_RUN_SKIPPED[^\\n]*skip[^\\n]*$"))
((comment) @hide
  (#match? @hide "BATS_RUN_SKIPPED.*skip"))
