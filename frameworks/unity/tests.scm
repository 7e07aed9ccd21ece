; All patterns here are of a simple shape, so that no query has to be compiled (docs/adding-a-framework.md).

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

; `TEST_IGNORE();` and `TEST_IGNORE_MESSAGE("...");` leave a test for later. A statement stays: where it is all that a
; condition does, the next one would be that.
((expression_statement) @skip @hide
  (#match? @skip "^TEST_IGNORE(_MESSAGE)?\\s*\\(")
  (#set! with "{}"))

; So does a macro that stands for one of them, as it is or in `do { … } while (0)`; without it, there is nothing left of
; the macro.
((preproc_arg) @skip
  (#match? @skip "TEST_IGNORE")
  (#match? @skip "^\\W*(do\\b\\W*)?TEST_IGNORE(_MESSAGE)?\\s*\\("))

; What stands behind the first of them is about it, too.
((expression_statement) @_ignore
  .
  (comment) @hide
  (#match? @_ignore "^TEST_IGNORE(_MESSAGE)?\\s*\\(")
  (#match? @hide "[Dd]elete this"))
