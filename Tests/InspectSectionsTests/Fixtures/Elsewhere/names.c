// What a literal leaves of the requirements' names.
__attribute__((used)) const char graft_requirement_names[] = "greet()\nfarewell()";
