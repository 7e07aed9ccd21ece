; A test is a function without parameters whose name begins with `test`; Unity runs those that main names in RUN_TEST.
(function_definition
  declarator: (function_declarator
    declarator: (identifier) @test.name)
  body: (compound_statement) @test.body
  (#match? @test.name "^[Tt][Ee][Ss][Tt]")) @test

; `TEST_IGNORE();` and `TEST_IGNORE_MESSAGE("...");` leave a test for later.
(expression_statement
  (call_expression
    function: (identifier) @_ignore
    (#match? @_ignore "^TEST_IGNORE(_MESSAGE)?$"))) @skip

; What stands behind the first of them is about it, too.
((expression_statement
  (call_expression
    function: (identifier) @_ignore
    (#match? @_ignore "^TEST_IGNORE(_MESSAGE)?$")))
  .
  (comment) @hide
  (#match? @hide "[Dd]elete this"))
