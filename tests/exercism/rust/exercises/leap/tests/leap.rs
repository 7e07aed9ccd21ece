use leap::*;

#[test]
fn year_not_divisible_by_4_in_common_year() {
    assert!(!is_leap_year(2015));
}

#[test]
#[ignore]
fn test_year_divisible_by_4_not_divisible_by_100_in_leap_year() {
    assert_eq!(is_leap_year(1996), true);
}

#[test]
#[ignore]
fn year_divisible_by_100_not_divisible_by_400_in_common_year() {
    // Not every century.
    let year = 2100;

    assert!(!is_leap_year(year), "{year} is no leap year");
}
