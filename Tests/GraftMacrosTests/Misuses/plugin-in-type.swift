import Graft

enum Outer {
  @Plugin(name: "A", version: "1")
  enum Inner {}
}
