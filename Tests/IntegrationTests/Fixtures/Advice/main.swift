import AdviceAPI
import Glibc
import Graft

/// Advice of a type that comes and goes with its image.
func arrive(_ plugin: String) throws {
  let token = try CountedJoinPoints.type(named: "AdvicePlugin.Parrot").count.before {
    parrot, number in
    print("\(type(of: parrot)) counts \(number)")
  }
  print("installed: \(token.isInstalled)")
  let image = try ExtensionImage.load(plugin).images[0]
  let symbol = dlsym(dlopen(plugin, RTLD_NOW), "make_parrot")!
  let make = unsafeBitCast(symbol, to: (@convention(c) (UnsafeMutableRawPointer) -> Void).self)
  let memory = UnsafeMutablePointer<any Counted>.allocate(capacity: 1)
  make(memory)
  let parrot = memory.move()
  print("counted: \(parrot.count(1))")
  try image.withdraw()
  print("withdrawn: \(parrot.count(1))")
  do {
    try CountedJoinPoints.type(type(of: parrot)).count.before { print("never") }
  } catch {
    guard case .imageWithdrawn(let path, let type) = error else { throw error }
    print("refused: \(type) of \(path == image.path)")
  }
  try image.reinstate()
  try CountedJoinPoints.type(type(of: parrot)).count.after { print("after") }
  print("reinstated: \(parrot.count(1))")
}

actor Desk: Clerk {}

@Extension
final class Answers<Subject: Clerk>: ClerkExtension<Subject> {
  override func answer(
    _ subject: isolated Subject, _ name: String, with outcome: Int,
    _ write: (@Sendable (Int.Type, Result<Int, Refusal>) throws(Refusal) -> String)?
  ) throws -> any Sendable {
    try "\(name): \(write?(Int.self, .success(outcome)) ?? "nothing")"
  }
  override func total(
    _ subject: isolated Subject, of amounts: borrowing [Int],
    by price: @escaping @convention(c) (Int) -> Int
  ) throws -> [Int] {
    [amounts.count, price(amounts.count)]
  }
}

func ask(_ clerk: some Clerk) async throws {
  print(try await clerk.answer("a", with: 1) { "\($0) \($1)" })
  print(try await clerk.answer("b", with: 2, nil))
}

/// Advice on an actor which runs the rest of the call in each way.
func askClerks() async throws {
  let desk = Desk()
  let answer = ClerkExtension<Desk>.joinPoints.answer
  let bare = try answer.around { proceed in try proceed() }
  try await ask(desk)
  try bare.remove()
  let around = try answer.around { desk, name, outcome, write, proceed in
    try proceed(name + "!", outcome + 1, write)
  }
  try await ask(desk)
  try around.remove()
  let after = try answer.after { desk, name, outcome, write, result in
    print("after \(name): \(try! result.get())")
  }
  try await ask(desk)
  try after.remove()
  let last = try answer.after { print("after") }
  try await ask(desk)
  try last.remove()
  let total = ClerkExtension<Desk>.joinPoints.total
  try total.before { desk, amounts, price in print("before: \(price(amounts[0]))") }
  try total.around { desk, amounts, price, proceed in
    try proceed([1, 2, 3], price) + [amounts.count]
  }
  try total.around { proceed in try proceed() + [-1] }
  try total.after { desk, amounts, price, result in
    print("after \(amounts.count): \(try! result.get())")
  }
  print(try await desk.total(of: [1, 2]) { $0 * 10 })
}

switch CommandLine.arguments[1] {
case "threads": try Threads.run(plugin: CommandLine.arguments[2])
case "forks": try Forks.run()
case "rounds":
  try Rounds.run(
    Int(CommandLine.arguments[3])!, installed: Int(CommandLine.arguments[4])!)
case "captures": try Captures.run(Int(CommandLine.arguments[3])!)
case "objects": try Objects.run()
case "exits": try Exits.run()
case "clerks": try await askClerks()
case "arrive": try arrive(CommandLine.arguments[2])
default: fatalError("no such test")
}
