namespace lift {

int floor_of(char) { return 77; }

}  // namespace lift
