import Graft

let needs = ["host": "1"]

@Plugin(name: "A", version: "1", needs: needs)
enum A {}
