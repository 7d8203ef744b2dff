import ImagesCommands

let arguments = UnsafeRawPointer(CommandLine.unsafeArgv)
run(CommandLine.argc, arguments.assumingMemoryBound(to: UnsafePointer<CChar>.self))
