import Glibc
import Graft
import GreetingsAPI

struct Dog: Greeter, Named {
  var name = "Rex"
}

enum Weather: Greeter {
  case rain

  /// Its own implementation: the compiler calls it, and the registry is not asked.
  func greet(_ other: String) -> String { "Drip, drip, \(other)" }
}

final class Puppy: Animal, Named {
  let name = "Bit"
}

struct Innkeeper: Host, Named {
  var name = "Mina"
}

print("Entered before main, by the constructors of the images:")
for descriptor in ExtensionRegistry.descriptors { print("  \(descriptor)") }

print("\nWho would answer, found without a call:")
print(ExtensionRegistry.validate())

func showAll() async throws {
  let guests: [any Greeter] = [Dog(), Weather.rain, Animal(), Puppy(), Innkeeper()]
  print("\nCalls:")
  for guest in guests {
    let farewell = try await guest.farewell("Ann")
    print("  \(guest.greet("Ann")) … \(farewell) … \(type(of: guest).motto())")
  }
  print("")
  print(GreeterExtension<Dog>.resolution)
  print(GreeterExtension<Puppy>.resolution)
  print(GreeterExtension<Innkeeper>.resolution)
}

try await showAll()

guard CommandLine.arguments.count > 1 else {
  print("\nNo plug-in is given: greetings PLUGIN.so opens one.")
  exit(0)
}
let path = CommandLine.arguments[1]
print("\nOpening \(path) with dlopen.")
guard dlopen(path, RTLD_NOW) != nil else {
  print(ImageOpeningError(message: String(cString: dlerror())))
  exit(1)
}
try await showAll()
