import Glibc
import Graft
import HostAPI

struct Guest: Greeter {}

for path in CommandLine.arguments.dropFirst() where dlopen(path, RTLD_NOW) == nil {
  let error = ImageOpeningError(message: String(cString: dlerror()))
  print("failed: \(error)")
  print("missing: \(error.missingDeclaration ?? "no declaration")")
}

for record in ExtensionRegistry.descriptors {
  print("record: \(record.name) in \(record.image.fileName) at \(record.offset)")
}
for requirement in GreeterExtension<Guest>.resolution.requirements {
  for answer in requirement.chain {
    print("\(requirement.name): \(answer.extension.name) in \(answer.extension.image.fileName)")
  }
  for exclusion in requirement.exclusions {
    print("\(requirement.name): not \(exclusion.extension.name): \(exclusion.reason)")
  }
}
let isAnswered = GreeterExtension<Guest>.resolution["greet()"]!.chain.count > 0
print("call: \(isAnswered ? Guest().greet() : "nobody")")
for diagnostic in ExtensionRegistry.diagnostics { print("diagnostic: \(diagnostic)") }
