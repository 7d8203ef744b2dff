import Graft

let name = "A"

@Plugin(name: name, version: "1")
enum A {}

@Plugin(name: "", version: "1")
enum B {}
