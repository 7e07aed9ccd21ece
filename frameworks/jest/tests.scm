; test('name', () => { … }), also it, xtest, xit, fit
((call_expression
   function: (identifier) @_function
   arguments: (arguments
     . [(string) (template_string)] @test.name
     [(arrow_function body: (_) @test.body)
      (function_expression body: (_) @test.body)])) @test
 (#any-of? @_function "test" "it" "xtest" "xit" "fit"))

; test.skip('name', …), test.only, test.failing, test.concurrent
((call_expression
   function: (member_expression
     object: (identifier) @_function
     property: (property_identifier) @_mode)
   arguments: (arguments
     . [(string) (template_string)] @test.name
     [(arrow_function body: (_) @test.body)
      (function_expression body: (_) @test.body)])) @test
 (#any-of? @_function "test" "it" "xtest" "xit" "fit")
 (#any-of? @_mode "skip" "only" "failing" "concurrent"))

; describe('name', () => { … }), or what describe is often called otherwise: a name that is computed makes a group as
; well
((call_expression
   function: (identifier) @_function
   arguments: (arguments . (_) @group.name [(arrow_function) (function_expression)])) @group
 (#any-of? @_function "describe" "xdescribe" "fdescribe" "context" "suite"))

((call_expression
   function: (member_expression
     object: (identifier) @_function
     property: (property_identifier) @_mode)
   arguments: (arguments . (_) @group.name [(arrow_function) (function_expression)])) @group
 (#any-of? @_function "describe" "xdescribe" "fdescribe")
 (#any-of? @_mode "skip" "only"))

; describe.each([…])('name', () => { … }), also with a table in a template: what its groups are called, only a run tells
((call_expression
   function: (call_expression
     function: (member_expression
       object: [(identifier) @_function (member_expression object: (identifier) @_function)]
       property: (property_identifier) @_mode)) @group.name
   arguments: (arguments . (_) [(arrow_function) (function_expression)])) @group
 (#any-of? @_function "describe" "xdescribe" "fdescribe")
 (#eq? @_mode "each"))

; Whether and under which name the tests in these run, only a run tells: certain are those of the file itself and of
; the functions that stand in a describe.
[(if_statement) (for_statement) (for_in_statement) (while_statement) (do_statement) (switch_statement)
 (try_statement) (labeled_statement) (ternary_expression) (binary_expression operator: ["&&" "||" "??"])
 (function_declaration) (generator_function_declaration) (class_body) (method_definition)] @perhaps

[(variable_declarator value: [(arrow_function) (function_expression)])
 (assignment_expression right: [(arrow_function) (function_expression)])
 (pair value: [(arrow_function) (function_expression)])
 (array [(arrow_function) (function_expression)])] @perhaps

; Behind a return.
(statement_block
  [(return_statement) (if_statement (return_statement)) (if_statement (statement_block (return_statement)))]) @perhaps

; A function that is given to something else: describe under another name, a loop, what wraps it.
((call_expression
   function: (_) @_function
   arguments: (arguments [(arrow_function) (function_expression)])) @perhaps
 (#not-match? @_function "^[fx]?(describe|it|test)(\\.(skip|only|failing|concurrent))?$"))
