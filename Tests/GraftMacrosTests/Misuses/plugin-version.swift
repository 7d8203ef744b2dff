import Graft

@Plugin(name: "A", version: "one")
enum A {}

@Plugin(name: "B", version: "1", needs: ["host": "2.x"])
enum B {}
