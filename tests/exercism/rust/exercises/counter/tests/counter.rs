#[test]
fn first() {
    assert_eq!(counter::first(), 1);
}

#[test]
fn second() {
    assert_eq!(counter::second(), 2);
}

#[test]
fn third() {
    assert_eq!(counter::third(), 3);
}

#[test]
fn fourth() {
    assert_eq!(counter::fourth(), 4);
}
