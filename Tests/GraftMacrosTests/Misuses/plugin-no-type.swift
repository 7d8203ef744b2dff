import Graft

@Plugin(name: "A", version: "1")
func a() {}
