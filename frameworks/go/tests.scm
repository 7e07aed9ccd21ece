; Test functions: TestX (not Testx), as `go test` looks for them, and examples and fuzz tests beside them.
((function_declaration
   name: (identifier) @test.name
   body: (block) @test.body) @test
 (#not-eq? @test.name "TestMain")
 (#match? @test.name "^(Test|Example|Fuzz)([^a-z]|$)"))

; `// testRunnerTaskID=3` somewhere in the comment right above the function.
((comment) @task
 .
 (comment)*
 .
 (function_declaration
   name: (identifier) @test.name) @test
 (#match? @task "testRunnerTaskID=[0-9]+")
 (#match? @test.name "^Test([^a-z]|$)"))

; Tables of cases: `tests := []T{{name: "a", …}, …}`, `var tests = …`, in the function, in its file or in another one.
(short_var_declaration
  left: (expression_list . (identifier) @table.name .)
  right: (expression_list
    . (composite_literal
        type: (_ element: (_) @table.type)
        body: (literal_value
          (literal_element
            (literal_value
              (keyed_element
                . (literal_element (identifier) @table.row.key)
                (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name))) @table.row))) .)) @table

(var_declaration
  . (var_spec
      name: (identifier) @table.name
      value: (expression_list
        . (composite_literal
            type: (_ element: (_) @table.type)
            body: (literal_value
              (literal_element
                (literal_value
                  (keyed_element
                    . (literal_element (identifier) @table.row.key)
                    (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name))) @table.row))) .)) .) @table

(var_spec_list
  (var_spec
    name: (identifier) @table.name
    value: (expression_list
      . (composite_literal
          type: (_ element: (_) @table.type)
          body: (literal_value
            (literal_element
              (literal_value
                (keyed_element
                  . (literal_element (identifier) @table.row.key)
                  (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name))) @table.row))) .)) @table)

; The same where the rows are without the names of their fields, and the first of those is the name: as the type that
; stands there says.
(short_var_declaration
  left: (expression_list . (identifier) @table.name .)
  right: (expression_list
    . (composite_literal
        type: (_ element: (struct_type (field_declaration_list . (field_declaration . name: (field_identifier) @table.row.key))) @table.type)
        body: (literal_value
          (literal_element
            (literal_value . (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name)) @table.row))) .)) @table

(var_declaration
  . (var_spec
      name: (identifier) @table.name
      value: (expression_list
        . (composite_literal
            type: (_ element: (struct_type (field_declaration_list . (field_declaration . name: (field_identifier) @table.row.key))) @table.type)
            body: (literal_value
              (literal_element
                (literal_value . (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name)) @table.row))) .)) .) @table

(var_spec_list
  (var_spec
    name: (identifier) @table.name
    value: (expression_list
      . (composite_literal
          type: (_ element: (struct_type (field_declaration_list . (field_declaration . name: (field_identifier) @table.row.key))) @table.type)
          body: (literal_value
            (literal_element
              (literal_value . (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name)) @table.row))) .)) @table)

; Tables that are maps: `tests := map[string]T{"a": {…}, …}`. They run in any order; theirs is that of the source.
(short_var_declaration
  left: (expression_list . (identifier) @table.name .)
  right: (expression_list
    . (composite_literal
        type: (map_type)
        body: (literal_value
          (keyed_element
            . (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name)) @table.row)) .)) @table

(var_spec
  name: (identifier) @table.name
  value: (expression_list
    . (composite_literal
        type: (map_type)
        body: (literal_value
          (keyed_element
            . (literal_element [(interpreted_string_literal) (raw_string_literal)] @table.row.name)) @table.row)) .)) @table

; Their loop, without a body, as the whole test is shown: `for name, tc := range tests { …; t.Run(name, …) }`.
((for_statement
   (range_clause
     left: (expression_list . (identifier) @_key)
     right: (identifier) @loop.table)
   body: (block
     (expression_statement
       (call_expression
         function: (selector_expression field: (field_identifier) @_run)
         arguments: (argument_list . (identifier) @_name))))) @loop
 (#eq? @_run "Run")
 (#eq? @_name @_key))

; The loop of the others: `for _, tc := range tests { t.Run(tc.name, func(t *testing.T) { … }) }`.
((for_statement
   (range_clause
     left: (expression_list (_) . (identifier) @loop.variable .)
     right: (identifier) @loop.table)
   body: (block
     . (comment)*
     . (expression_statement
         (call_expression
           function: (selector_expression field: (field_identifier) @_run)
           arguments: (argument_list
             . (selector_expression
                 operand: (identifier) @_row
                 field: (field_identifier) @loop.key)
             (func_literal body: (block) @loop.body))))
     . (comment)* .)) @loop
 (#eq? @_run "Run")
 (#eq? @_row @loop.variable))
