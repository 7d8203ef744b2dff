import Graft

@Plugin(name: "A", version: "1")
struct A<Element> {}
