// SPDX-License-Identifier: Apache-2.0

import CRandom
import Glibc

/// Random calls and changes, whose results an oracle knows.
///
///     random-program [--seconds N | --steps N] [--seed N] [--threads N] [--fork]
///       [--plugin FILE] [--only REQUIREMENT,…] [--without REFERENCE,…] [--print-steps]
@main
struct RandomProgram {
  var settings = Machine.Settings()
  var seconds = 10
  var steps: Int?
  var threads = 1
  var forks = false
  /// Of the plug-in, where the library is an image of its own.
  var pluginPath: String?

  init(_ words: [String]) {
    var words = words[...]
    func number(_ option: String) -> UInt64 {
      guard let text = words.popFirst(), let number = UInt64(text) else {
        Self.stop("\(option) takes a number")
      }
      return number
    }
    while let option = words.popFirst() {
      switch option {
      case "--seconds": seconds = Int(number(option))
      case "--steps": steps = Int(number(option))
      case "--seed": settings.seed = number(option)
      case "--threads": threads = Int(number(option))
      case "--fork": forks = true
      case "--plugin": pluginPath = words.popFirst()
      case "--without":
        settings.without = Set((words.popFirst() ?? "").split(separator: ",").map(String.init))
      case "--only":
        settings.requirements = Set(
          (words.popFirst() ?? "").split(separator: ",").map {
            guard let requirement = Requirement(rawValue: String($0)) else {
              Self.stop("no requirement is called \($0)")
            }
            return requirement
          })
      case "--print-steps": settings.printsSteps = true
      default: Self.stop("unknown option \(option)")
      }
    }
  }

  static func stop(_ message: String) -> Never {
    writeLine(message)
    exit(2)
  }

  static func main() async {
    await RandomProgram(Array(CommandLine.arguments.dropFirst())).run()
  }

  func run() async {
    let clock = ContinuousClock()
    let begun = clock.now
    let plugin = pluginPath.map { path in
      do { return try Plugin(path) } catch { Self.stop("\(error)") }
    }
    let subjects = Subjects(with: plugin)
    writeLine("seed \(settings.seed), \(subjects.types.count) types of subjects")
    let callCount =
      threads > 1
      ? await runSeveral(subjects, plugin, until: begun)
      : await runOne(subjects, plugin, until: begun)
    writeLine("\(callCount) calls in \(begun.duration(to: clock.now)), all as expected")
  }

  /// Whether there is no time for another thousand steps.
  private func isOver(_ begun: ContinuousClock.Instant) -> Bool {
    begun.duration(to: ContinuousClock().now) >= .seconds(seconds)
  }

  private func run(_ machine: inout Machine, until begun: ContinuousClock.Instant) async {
    if let steps { return await machine.run(steps: steps) }
    while !isOver(begun) { await machine.run(steps: 1000) }
  }

  private func runOne(
    _ subjects: Subjects, _ plugin: Plugin?, until begun: ContinuousClock.Instant
  ) async -> Int {
    var machine = Machine(settings, subjects.all, plugin: plugin)
    await machine.traced { machine in
      machine.begin()
      await run(&machine, until: begun)
      if forks { for _ in 0..<8 { await runForked(&machine) } }
    }
    return machine.callCount
  }

  /// Goes on in a child process, and then here.
  private func runForked(_ machine: inout Machine) async {
    let child = random_fork()
    if child == 0 {
      // Its only thread is this one.
      await machine.run(steps: 2000, onlySynchronous: true)
      _exit(0)
    }
    var status: Int32 = 0
    guard child > 0, waitpid(child, &status, 0) == child, status == 0 else {
      Self.stop("the child process ended with status \(status)")
    }
    await machine.run(steps: 1000)
  }

  /// Each thread has families of types for itself, and thus an oracle that is exact.
  private func runSeveral(
    _ subjects: Subjects, _ plugin: Plugin?, until begun: ContinuousClock.Instant
  ) async -> Int {
    var blocking = Machine(settings, subjects.all, plugin: plugin)
    blocking.begin()
    let blocked = blocking
    return await withTaskGroup(of: Int.self) { group in
      for thread in 0..<threads {
        let own = subjects.families.enumerated().filter { $0.offset % threads == thread }
          .flatMap(\.element).map { subjects.all[$0] }
        var settings = settings
        settings.seed &+= UInt64(thread)
        settings.isOneOfSeveral = true
        let machine = Owned(Machine(settings, own, like: blocked, firstID: thread * 1_000_000_000))
        group.addTask {
          await machine.value.traced { await run(&$0, until: begun) }
          return machine.value.callCount
        }
      }
      return await group.reduce(0, +)
    }
  }
}
