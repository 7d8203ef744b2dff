import Graft
import LoadAPI

@Extension(priority: -1)
final class None<Subject: Numbered>: NumberedExtension<Subject> {
  override func number(_ subject: Subject) -> Int { 0 }
  override func numbers(_ subject: Subject) -> UInt64 { 0 }
  override func count(_ subject: Subject) -> Int { 0 }
}

let files = Array(CommandLine.arguments.dropFirst(2))
switch CommandLine.arguments[1] {
case "threads": Threads.run(files)
case "walk":
  var walk = Walk(files, seed: 88_172_645_463_325_252)
  walk.run(100_000)
case "refresh": Refresh.run(10_000, unrelated: files[0])
case "refused":
  do {
    print(try ExtensionImage.load(files[0]))
  } catch {
    print(error)
  }
default: fatalError("no such test")
}
