import Graft

@Plugin(name: "A", version: "1", needs: ["the host": "1"])
enum A {}
