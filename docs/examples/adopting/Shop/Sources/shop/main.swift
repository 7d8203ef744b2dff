import Glibc
import Journal

// What the user names is opened, as programs do that have plug-ins.
if CommandLine.arguments.count > 1, dlopen(CommandLine.arguments[1], RTLD_NOW) == nil {
  fatalError(String(cString: dlerror()))
}

let sink: any Sink = ConsoleSink()
sink.write(Entry("paid with 4111 1111 1111 1111"))
sink.warn("4111 1111 1111 1111 expires soon")
sink.flush()
