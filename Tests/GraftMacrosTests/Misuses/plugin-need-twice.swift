import Graft

@Plugin(name: "A", version: "1", needs: ["host": "1", "host": "2"])
enum A {}
