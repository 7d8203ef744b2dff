import Glibc
import Graft
import GreetingsAPI

struct Dog: Greeter, Named {
  var name = "Rex"
}

guard CommandLine.arguments.count == 2 else {
  print("usage: reload PLUGIN.so")
  exit(64)
}

// The state of the program: no reload touches it.
var greetingCount = 0

var plugin = ReloadedPlugin(path: CommandLine.arguments[1])
let watch = FileWatch(path: plugin.path)
repeat {
  plugin.load()
  greetingCount += 1
  print("Greeting \(greetingCount): \(Dog().greet("Ann"))")
  // Also into a pipe.
  fflush(nil)
} while watch.waitForChange()
