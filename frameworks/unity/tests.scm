; A test is any function that main names in RUN_TEST, whatever it's called (`check_…`, `it_…`). Which these are, the
; reporter's plan says; helpers are in none.
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @test.name)
  body: (compound_statement) @test.body) @test

; What main runs must have a result. (A RUN_TEST that is commented out isn't here; one that the compiler may leave out
; doesn't count.)
((call_expression
  function: (identifier) @_run
  arguments: (argument_list . (identifier) @run))
  (#eq? @_run "RUN_TEST"))
(preproc_if) @perhaps
(preproc_ifdef) @perhaps
; What stands behind a skip is about it, too.
((expression_statement) @_ignore
  .
  (comment) @hide
  (#match? @_ignore "^TEST_IGNORE(_MESSAGE)?\\s*\\(")
  (#match? @hide "[Dd]elete this"))
