; Where tests stand in a file of PHPUnit's.

; Classes, whose names stand before those of their tests in an id.
(class_declaration name: (name) @group.name) @group

; Methods that begin with "test", or say in an attribute or a comment that they are tests.
((method_declaration name: (name) @test.name body: (compound_statement) @test.body) @test
 (#match? @test.name "^test"))
((method_declaration
   attributes: (attribute_list (attribute_group (attribute [(name) (qualified_name)] @_attribute)))
   name: (name) @test.name
   body: (compound_statement) @test.body) @test
 (#match? @_attribute "(^|\\\\)Test$")
 (#not-match? @test.name "^test"))
((comment) @_comment
 .
 (method_declaration name: (name) @test.name body: (compound_statement) @test.body) @test
 (#match? @_comment "@test\\s")
 (#not-match? @test.name "^test"))

; /** @task_id 3 */
((comment) @task
 .
 (method_declaration) @test
 (#match? @task "@task_id\\s")
 (#set! task "@task_id\\s+([0-9]+)"))
