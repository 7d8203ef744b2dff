// What a literal leaves of the requirements' names. A linker can put it behind anything: here
// behind a distance, whose bytes are no text, or the last of them is.
__attribute__((used)) const struct {
  int distance;
  char names[19];
} graft_requirement_names = {-2220, "greet()\nfarewell()"};
