import Glibc

// usage: logs [PLUGIN.so …] < LOG
//
// LOGS_CONTROL names a FIFO, to which commands are written while it runs.

// Open for writing too, so that it stays open when whoever wrote a command is done.
let control = getenv("LOGS_CONTROL").map { open($0, O_RDWR | O_NONBLOCK) } ?? -1
var program = Program(control: control)
for path in CommandLine.arguments.dropFirst() { program.obey("load " + path) }
program.run()
