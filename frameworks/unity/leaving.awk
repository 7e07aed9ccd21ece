# Ends with 0 if the tests themselves leave a test early. Behind plain.awk. Variable: leaving (what leaves one).

FNR == 1 { commented = unused = 0 }

{
  sub(/\r$/, "")
  text = plain($0)
}

# What `#if 0` leaves out.
unused && text ~ /^[ \t]*#[ \t]*if/ { unused++ }
unused && text ~ /^[ \t]*#[ \t]*endif/ { unused-- }
unused == 1 && text ~ /^[ \t]*#[ \t]*el/ { unused = 0 }
!unused && text ~ /^[ \t]*#[ \t]*if[ \t]+0[ \t]*$/ { unused = 1 }

!unused && text !~ /#[ \t]*(undef|define)[ \t]+TEST_IGNORE/ && text ~ leaving {
  found = 1
  exit
}

END { exit !found }
