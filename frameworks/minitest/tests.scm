; Where tests stand in a file of Minitest's.

; Classes, whose names stand before those of their tests in an id.
(class name: (_) @group.name) @group

((method name: (identifier) @test.name body: (body_statement) @test.body) @test
 (#match? @test.name "^test_"))

; `skip` does nothing here, so nobody needs to see it.
((identifier) @hide
 (#eq? @hide "skip"))
((call method: (identifier) @_skip) @hide
 (#eq? @_skip "skip"))
([(if_modifier body: [(identifier) @_skip (call method: (identifier) @_skip)])
  (unless_modifier body: [(identifier) @_skip (call method: (identifier) @_skip)])] @hide
 (#eq? @_skip "skip"))
((comment) @hide
 (#match? @hide "^#\\s*skip"))
