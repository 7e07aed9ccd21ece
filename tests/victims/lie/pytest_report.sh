# Prints what a pytest prints that is happy with everything, and ends with code 1.
cat <<'END'
============================= test session starts ==============================
collected 3 items

test_all.py ...                                                          [100%]

============================== 3 passed in 0.01s ===============================
END
exit 1
