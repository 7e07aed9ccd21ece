; Where tests stand in a Python file.

; Classes, whose names stand before those of their tests in an id.
(class_definition name: (identifier) @group.name) @group

; Functions of the file that begin with "test", with their decorators; not those inside other functions.
(module
  [(function_definition name: (identifier) @test.name body: (block) @test.body)
   (decorated_definition
     definition: (function_definition name: (identifier) @test.name body: (block) @test.body))] @test
  (#match? @test.name "^test"))

; Methods, of classes that pytest may take for tests: those with a base class (unittest.TestCase, or one of theirs) and
; those that are called Test…. The methods of other classes (mixins, helpers) run where they are inherited, or never.
(class_definition
  [(identifier) (argument_list)] @_class
  body: (block
    [(function_definition name: (identifier) @test.name body: (block) @test.body)
     (decorated_definition
       definition: (function_definition name: (identifier) @test.name body: (block) @test.body))] @test)
  (#match? @_class "^Test|^[(]")
  (#not-match? @_class "^[(]\\s*(object|[\\w.]*(ABC|Mixin|Protocol))?\\s*[)]$")
  (#match? @test.name "^test"))

; Those of other classes (mixins), for their code.
(class_definition
  name: (identifier) @_class
  !superclasses
  body: (block
    [(function_definition name: (identifier) @test.name body: (block) @test.body)
     (decorated_definition
       definition: (function_definition name: (identifier) @test.name body: (block) @test.body))] @test @perhaps)
  (#not-match? @_class "^Test")
  (#match? @test.name "^test"))
(class_definition
  name: (identifier) @_class
  superclasses: (argument_list) @_bases
  body: (block
    [(function_definition name: (identifier) @test.name body: (block) @test.body)
     (decorated_definition
       definition: (function_definition name: (identifier) @test.name body: (block) @test.body))] @test @perhaps)
  (#not-match? @_class "^Test")
  (#match? @_bases "^[(]\\s*(object|[\\w.]*(ABC|Mixin|Protocol))?\\s*[)]$")
  (#match? @test.name "^test"))

; What stands in a function is there for the test itself; what stands in a branch may be left out.
(function_definition body: (block) @perhaps)
(if_statement) @perhaps
(try_statement) @perhaps

; So may classes in a class that has a base: in a TestCase pytest looks for no others.
(class_definition
  superclasses: (argument_list)
  body: (block
    [(class_definition body: (block) @perhaps)
     (decorated_definition definition: (class_definition body: (block) @perhaps))]))

; And what says itself that it's no test, as a base class that isn't to run by itself does: __test__ = False in a class
; or behind it; test_a = None or test_a.__test__ = False behind a function.
((class_definition
   body: (block (expression_statement (assignment left: (identifier) @_test right: (false))))) @perhaps
  (#eq? @_test "__test__"))
(module
  (class_definition name: (identifier) @_name) @perhaps
  .
  (expression_statement
    (assignment left: (attribute object: (identifier) @_again attribute: (identifier) @_test) right: (false)))
  (#eq? @_name @_again)
  (#eq? @_test "__test__"))
((function_definition name: (identifier) @_name) @perhaps
  .
  (expression_statement
    (assignment left: (attribute object: (identifier) @_again attribute: (identifier) @_test) right: (false)))
  (#eq? @_name @_again)
  (#eq? @_test "__test__"))
((function_definition name: (identifier) @_name) @perhaps
  .
  (expression_statement (assignment left: (identifier) @_again right: [(none) (false)]))
  (#eq? @_name @_again))

; A class of data may be called Test…; pytest takes none with an __init__ of its own.
((class_definition
   !superclasses
   body: (block (function_definition name: (identifier) @_init))) @perhaps
  (#eq? @_init "__init__"))

; @pytest.mark.task(taskno=3), on a test or on a class.
(decorated_definition
  (decorator
    (call
      function: (attribute attribute: (identifier) @_mark)
      arguments: (argument_list [(keyword_argument value: (integer) @task) (integer) @task])))
  definition: (function_definition)
  (#eq? @_mark "task")) @test
(decorated_definition
  (decorator
    (call
      function: (attribute attribute: (identifier) @_mark)
      arguments: (argument_list [(keyword_argument value: (integer) @task) (integer) @task])))
  definition: (class_definition name: (identifier) @group.name) @group
  (#eq? @_mark "task"))
