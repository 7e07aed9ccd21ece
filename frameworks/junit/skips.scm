; What skips a test or a class: @Disabled("Remove to run test"), and JUnit 4's @Ignore. A condition (@DisabledOnOs) is left
; to decide: it says where a test can run at all.
((modifiers
   [(marker_annotation name: [(identifier) (scoped_identifier)] @_skip)
    (annotation name: [(identifier) (scoped_identifier)] @_skip)] @skip)
 (#match? @_skip "^(.*\\.)?(Disabled|Ignore)$"))
