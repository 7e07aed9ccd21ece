; Where tests stand in a Rust file: functions with the attribute `test`, a comment or another attribute between them or not.
((attribute_item (attribute (identifier) @_test))
 . [(attribute_item) (line_comment) (block_comment)]*
 . (function_item name: (_) @test.name body: (block) @test.body) @test
 (#eq? @_test "test"))

; Modules, whose names stand before those of their tests.
(mod_item name: (identifier) @group.name body: (_)) @group

; What only some builds have.
((attribute_item (attribute (identifier) @_when))
 . [(attribute_item) (line_comment) (block_comment)]*
 . [(function_item) (mod_item)] @perhaps
 (#any-of? @_when "cfg" "cfg_attr"))
