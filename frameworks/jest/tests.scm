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

; describe('name', () => { … }): a name that is computed makes a group as well
((call_expression
   function: (identifier) @_function
   arguments: (arguments . (_) @group.name [(arrow_function) (function_expression)])) @group
 (#any-of? @_function "describe" "xdescribe" "fdescribe"))

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

; Whether and under which name the tests in these run, only a run tells.
[(if_statement) (for_statement) (for_in_statement) (while_statement) (switch_statement)
 (function_declaration)] @perhaps

(variable_declarator value: [(arrow_function) (function_expression)]) @perhaps

((call_expression
   function: (member_expression property: (property_identifier) @_method)
   arguments: (arguments [(arrow_function) (function_expression)])) @perhaps
 (#any-of? @_method "forEach" "map"))

; What is skipped is run: xtest becomes test. (.skip is the track's mark of what isn't for its site: optional.js)
((call_expression function: (identifier) @skip)
 (#eq? @skip "xtest")
 (#set! with "test"))

((call_expression function: (identifier) @skip)
 (#eq? @skip "xit")
 (#set! with "it"))

((call_expression function: (identifier) @skip)
 (#eq? @skip "xdescribe")
 (#set! with "describe"))

; xtest.each([…])(…)
((member_expression object: (identifier) @skip)
 (#eq? @skip "xtest")
 (#set! with "test"))

((member_expression object: (identifier) @skip)
 (#eq? @skip "xit")
 (#set! with "it"))

((member_expression object: (identifier) @skip)
 (#eq? @skip "xdescribe")
 (#set! with "describe"))
