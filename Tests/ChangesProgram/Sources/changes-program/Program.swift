// SPDX-License-Identifier: Apache-2.0

import ChangesAPI
import Foundation
import Graft
import Synchronization

/// Random changes by several threads, whose results a model explains.
///
///     changes-program PRODUCTS [--rounds N] [--seed N] [--threads N] [--print-rounds]
///
/// `PRODUCTS` is the folder with the libraries of the builds.
@main
struct Program {
  private var rounds = 100
  private var seed: UInt64 = 1
  private var threads = 3
  private var printsRounds = false

  private var generator = Generator(seed: 0)
  private let recorder: Recorder
  private var states: Set<Model> = [Model()]
  /// The builds of the files in the folder, by the files' names.
  private var files: [String: Build] = [:]
  private var eventCount = 0
  private var stateCount = 1

  static func main() throws {
    var program = try Program(Array(CommandLine.arguments.dropFirst()))
    defer { try? FileManager.default.removeItem(atPath: program.recorder.folder) }
    for round in 1...program.rounds { try program.run(round) }
    print("\(program.eventCount) operations, \(program.stateCount) states, all as expected")
  }

  private init(_ words: [String]) throws {
    guard let products = words.first else { Self.stop("the folder of the builds is missing") }
    var words = words.dropFirst()
    while let option = words.popFirst() {
      if option == "--print-rounds" {
        printsRounds = true
        continue
      }
      guard let number = words.popFirst().flatMap(UInt64.init) else {
        Self.stop("\(option) takes a number")
      }
      switch option {
      case "--rounds": rounds = Int(number)
      case "--seed": seed = number
      case "--threads": threads = Int(number)
      default: Self.stop("unknown option \(option)")
      }
    }
    generator = Generator(seed: seed)
    var template = Array((NSTemporaryDirectory() + "changes-XXXXXX").utf8CString)
    guard let made = mkdtemp(&template) else { Self.stop("no temporary folder can be made") }
    recorder = Recorder(products: products, folder: String(cString: made))
  }

  private static func stop(_ message: String) -> Never {
    print(message)
    exit(2)
  }

  // MARK: Rounds

  private mutating func run(_ round: Int) throws {
    while generator.once(in: 2) { try changeFolder() }
    var now = Circumstances()
    now.files = files.sorted { $0.key < $1.key }.map(\.value)
    let images = recorder.images
    now.arrived = ExtensionRegistry.images.compactMap { image in
      images.first { $0.value == image }?.key
    }
    now.ofFolder = now.arrived.filter { images[$0]!.path.hasPrefix(recorder.folder + "/") }
    now.places = now.ofFolder.reduce(into: [:]) { $0[$1] = files[images[$1]!.fileName] }
    let isSync = generator.once(in: 8)
    let loadsFolder = generator.once(in: 3)
    now.behaviours = generator.behaviours(isPlain: isSync)
    recorder.begin(now)
    let known = images.keys.sorted()
    let lists =
      isSync
      ? [[.sync]]
      : (0..<threads).map { thread in
        (0..<2 + generator.below(3)).map { _ in
          generator.operation(known, loadsFolder: loadsFolder, advises: thread == 0)
        }
      }
    perform(lists)
    let events = recorder.events
    eventCount += events.count
    explain(round, events, now)
    checkLives(round, events, now)
    if printsRounds { print("round \(round)\n" + events.map(\.line).joined(separator: "\n")) }
  }

  /// Finds the states in which the events can have left the program, and that it shows.
  private mutating func explain(_ round: Int, _ events: [Event], _ now: Circumstances) {
    let observed = Observation(recorder)
    for splitsCalls in [false, true] {
      var history = History(events, now, splitsCalls: splitsCalls)
      let reached = history.ends(from: states)
      let shown = reached.filter { Observation($0) == observed }
      if !shown.isEmpty {
        stateCount += reached.count
        states = shown
        return
      }
      if !splitsCalls { continue }
      if reached.isEmpty { fail(round, events, now, history.alternative) }
      let expected = reached.map { "expected: \(Observation($0))" }
      fail(round, events, now, "found: \(observed)\n" + expected.joined(separator: "\n"))
    }
  }

  /// A thread for each list; they begin together.
  private func perform(_ lists: [[Operation]]) {
    let (done, recorder) = (DispatchGroup(), recorder)
    let arrived = Arrived()
    for (thread, operations) in lists.enumerated() {
      done.enter()
      Thread {
        arrived.count.add(1, ordering: .sequentiallyConsistent)
        while arrived.count.load(ordering: .sequentiallyConsistent) < lists.count {}
        for operation in operations { recorder.perform(operation, thread: thread) }
        done.leave()
      }.start()
    }
    done.wait()
  }

  /// Puts, replaces or removes a file.
  private mutating func changeFolder() throws {
    let build = generator.element(of: Build.all)
    let name = "\(generator.once(in: 2) ? "a" : "b")-\(build.pluginName).so"
    let path = recorder.folder + "/" + name
    if files[name] != nil, generator.once(in: 2) {
      files[name] = nil
      try FileManager.default.removeItem(atPath: path)
    } else if !files.values.contains(build) {
      files[name] = build
      let hidden = recorder.folder + "/.hidden"
      try FileManager.default.copyItem(
        atPath: "\(recorder.products)/lib\(build.name).so", toPath: hidden)
      rename(hidden, path)
    }
  }

  // MARK: Checks

  /// Each `onLoad` is followed by `onWithdraw`, unless it threw or its image counts.
  private func checkLives(_ round: Int, _ events: [Event], _ now: Circumstances) {
    for (build, life) in recorder.lives {
      var isLoaded = false
      for (number, told) in life.enumerated() {
        let isExpected = told == "load" ? !isLoaded : isLoaded
        isLoaded = told == "load"
        if !isExpected { fail(round, events, now, "\(build.name) was told \(life), \(number)") }
      }
      if isLoaded != (recorder.images[build]?.state == .active) {
        fail(round, events, now, "\(build.name) was told \(life) when the round was over")
      }
    }
  }

  private func fail(
    _ round: Int, _ events: [Event], _ now: Circumstances, _ text: String
  ) -> Never {
    print("seed \(seed), round \(round), \(threads) threads")
    print("files: \(files.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.name)" })")
    for (build, behaviour) in zip(Build.all, now.behaviours) where behaviour != Behaviour() {
      print("\(build.name): \(behaviour)")
    }
    if states.count == 1 { print("before: \(states.first!)") }
    print("found: \(Observation(recorder))")
    print((["operations:"] + events.map(\.line) + [text]).joined(separator: "\n"))
    exit(1)
  }
}

/// The number of threads that are ready.
private final class Arrived: Sendable {
  let count = Atomic(0)
}

/// What can be seen between rounds.
private struct Observation: Equatable, CustomStringConvertible {
  private var lines: [String] = []

  var description: String { lines.joined(separator: "\n  ") }

  /// What the model says.
  init(_ model: Model) {
    let states = Build.all.map { build in model.state(of: build).map { "\($0)" } ?? "" }
    add(states, model.blocked, model.adviceCount, model.conflicts.0)
    for subject in Subject.allCases {
      for requirement in Requirement.allCases {
        lines.append(model.answer(subject, requirement))
        if subject == .fresh { continue }
        lines.append("\(model.chain(subject, requirement).links.map(\.name))")
      }
    }
  }

  /// What the program says.
  init(_ recorder: Recorder) {
    var called: [String] = []
    for subject in Subject.allCases {
      for requirement in Requirement.allCases {
        called.append(recorder.call(subject, requirement))
        guard let resolution = subject.resolution else { continue }
        let chain = resolution[RequirementName("\(requirement)()")]?.chain ?? []
        called.append("\(chain.map(\.extension.name))")
      }
    }
    let images = recorder.images
    let states = Build.all.map { build in
      images[build].map { $0.state == .refused ? "" : "\($0.state)" } ?? ""
    }
    add(
      states, ExtensionRegistry.blocked, ExtensionRegistry.advice.count,
      Recorder.texts(of: ExtensionRegistry.conflicts))
    lines += called
  }

  private mutating func add(
    _ states: [String], _ blocked: Set<String>, _ adviceCount: Int, _ conflicts: Set<String>
  ) {
    lines.append("\(zip(Build.all, states).map { $0.name + " " + $1 })")
    lines.append("blocked \(blocked.sorted()), \(adviceCount) advice")
    lines.append("conflicts \(conflicts.sorted())")
  }
}

extension Subject {
  fileprivate var resolution: ExtensionResolution? {
    switch self {
    case .cat: SpeakerExtension<Cat>.resolution
    case .dog: SpeakerExtension<Dog>.resolution
    case .ox: SpeakerExtension<Ox>.resolution
    case .fresh: nil
    }
  }
}
