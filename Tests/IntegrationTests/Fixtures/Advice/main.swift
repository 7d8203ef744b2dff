import Graft

try Threads.run(plugin: CommandLine.arguments[1])
