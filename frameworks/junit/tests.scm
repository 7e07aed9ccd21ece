; Where tests stand in a Java file: methods with an annotation of JUnit's.
((method_declaration
   (modifiers
     [(marker_annotation name: [(identifier) (scoped_identifier)] @_kind)
      (annotation name: [(identifier) (scoped_identifier)] @_kind)])
   name: (identifier) @test.name) @test
 (#match? @_kind "^(.*\\.)?(Test|ParameterizedTest|RepeatedTest|TestFactory|TestTemplate)$"))

; Their classes. An abstract one's tests run where it is inherited, as do those of an interface.
(class_declaration name: (identifier) @group.name) @group
(interface_declaration name: (identifier) @group.name) @group @perhaps
((class_declaration (modifiers) @_modifiers) @perhaps
 (#match? @_modifiers "\\babstract\\b"))

; @Tag("task:3"), on a test or on a class.
((method_declaration
   (modifiers
     (annotation
       name: (identifier) @_tag
       arguments: (annotation_argument_list (string_literal) @task)))
   name: (identifier) @test.name) @test
 (#eq? @_tag "Tag")
 (#match? @task "task:[0-9]+")
 (#set! task "task:([0-9]+)"))
((class_declaration
   (modifiers
     (annotation
       name: (identifier) @_tag
       arguments: (annotation_argument_list (string_literal) @task)))
   name: (identifier) @group.name) @group
 (#eq? @_tag "Tag")
 (#match? @task "task:[0-9]+")
 (#set! task "task:([0-9]+)"))
