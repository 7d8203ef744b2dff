// SPDX-License-Identifier: Apache-2.0

import ChangesAPI
import Foundation
import Graft
import GraftPlugins

/// The program's own extension, behind those of plug-ins.
@Extension
final class Ground<Subject: Speaker>: SpeakerExtension<Subject> {
  override func greet(_ subject: Subject) -> String {
    "changes_program.Ground" + (hasNext(.greet) ? " " + super.greet(subject) : "")
  }
  override func part(_ subject: Subject) -> String {
    "changes_program.Ground" + (hasNext(.part) ? " " + super.part(subject) : "")
  }
}

/// Does operations with Graft, and records them.
final class Recorder: Sendable {
  private struct State: Sendable {
    var time = 0
    var events: [Event] = []
    var images: [Build: ExtensionImage] = [:]
    var now = Circumstances()
    var lives: [Build: [String]] = [:]
    var freshCount = 0
  }

  private let state = Guarded(State())
  /// The folder with the builds' libraries, and that of plug-ins.
  let products: String
  let folder: String
  private let pluginFolder: PluginFolder

  @TaskLocal private static var current: (event: Int, thread: Int)?

  init(products: String, folder: String) {
    (self.products, self.folder) = (products, folder)
    pluginFolder = PluginFolder(folder)
    Life.current = Life(
      onLoad: { [unowned self] in try onLoad(Build(named: $0)!, $1) },
      onWithdraw: { [unowned self] name in note("withdraw", of: Build(named: name)!) })
  }

  // MARK: Recording

  func begin(_ now: Circumstances) {
    state.withLock {
      $0.now = now
      $0.events = []
    }
  }

  var events: [Event] { state.withLock { $0.events } }
  var images: [Build: ExtensionImage] { state.withLock { $0.images } }

  /// What the images were told, the oldest first.
  var lives: [Build: [String]] { state.withLock { $0.lives } }

  func perform(_ operation: Operation, thread: Int, within build: Build? = nil) {
    let number = state.withLock { state in
      state.time += 1
      state.events.append(
        Event(
          operation: operation, thread: thread, begin: state.time,
          parent: Self.current?.event, within: build))
      return state.events.count - 1
    }
    let result = Self.$current.withValue((number, thread)) { self.result(of: operation) }
    state.withLock { state in
      state.time += 1
      state.events[number].end = state.time
      state.events[number].result = result
    }
  }

  private func note(_ text: String, of build: Build) {
    state.withLock { $0.lives[build, default: []].append(text) }
  }

  private struct Refusal: Error {}

  private func onLoad(_ build: Build, _ address: UInt) throws {
    note("load", of: build)
    let image = UnsafeRawPointer(bitPattern: address)!
    let behaviour = state.withLock { $0.now.behaviours[build.number] }
    let thread = Self.current!.thread
    switch behaviour.step {
    case .nothing: break
    case .call: perform(.call(.dog, .greet), thread: thread, within: build)
    case .load(let other): perform(.load(other, .firstByName), thread: thread, within: build)
    case .block(let name):
      Self.$blocking.withValue(address) {
        perform(.block(name, by: build), thread: thread, within: build)
      }
    case .advise:
      try SpeakerExtension<Dog>.joinPoints.greet.around(
        .precedence(1 + build.number),
        run: { proceed in "advice of \(build.name) " + proceed() }, dso: image)
    }
    if behaviour.isThrowing {
      note("threw", of: build)
      throw Refusal()
    }
    state.withLock { $0.events[Self.current!.event].begun.append(build) }
  }

  @TaskLocal private static var blocking: UInt?

  // MARK: Operations

  private func result(of operation: Operation) -> String {
    switch operation {
    case .load(let build, let choice):
      let path = "\(products)/lib\(build.name).so"
      do throws(ImageLoadError) {
        return listed(try ExtensionImage.load(path, onConflict: choice))
      } catch { return Self.text(error) }
    case .withdraw(let build):
      return changed(build) { image throws(ImageStateError) in try image.withdraw() }
    case .reinstate(let build, let allowing):
      return changed(build) { image throws(ImageStateError) in
        try image.reinstate(allowingConflicts: allowing)
      }
    case .rollBack(let build, let allowing):
      return changed(build) { image throws(ImageStateError) in
        try image.rollBack(allowingConflicts: allowing)
      }
    case .block(let name, .some):
      ExtensionRegistry.block(name, dso: UnsafeRawPointer(bitPattern: Self.blocking!)!)
    case .block(let name, nil): ExtensionRegistry.block(name)
    case .unblock(let name, let allowing):
      do {
        try ExtensionRegistry.unblock(name, allowingConflicts: allowing)
      } catch { return "conflict" }
    case .advise(let name):
      do {
        try SpeakerExtension<Dog>.joinPoints.greet.around(.named(name)) { proceed in
          name + " " + proceed()
        }
      } catch { return "taken" }
    case .unadvise(let name):
      return ExtensionRegistry.removeAdvice(named: name) ? "done" : "none"
    case .call(let subject, let requirement): return call(subject, requirement)
    case .loadAll(let choice): return loadAll(choice)
    case .sync: return sync()
    case .file, .judged: preconditionFailure("they are parts of loadAll")
    }
    return "done"
  }

  private func changed(
    _ build: Build, _ change: (ExtensionImage) throws(ImageStateError) -> [ImageArrival.Change]
  ) -> String {
    do throws(ImageStateError) {
      _ = try change(images[build]!)
      return "done"
    } catch {
      if let failure = error.failure { return Self.text(failure) }
      return error.conflicts.isEmpty ? "impossible" : "conflict"
    }
  }

  private static func text(_ error: ImageLoadError) -> String {
    switch error {
    case .conflict: "conflict"
    case .lifecycleFailed(_, let reason): text(reason)
    case .olderVersion: "older"
    default: "\(error)"
    }
  }

  private static func text(_ failure: String) -> String {
    failure.contains("this thread runs an onLoad")
      ? "entangled"
      : failure.contains("Refusal()") ? "failed" : failure
  }

  /// Notes the image of an arrival.
  private func listed(_ arrival: ImageArrival) -> String {
    for image in arrival.images { note(image) }
    return (["loaded"] + Self.texts(of: arrival.conflicts).sorted()).joined(separator: "; ")
  }

  private func note(_ image: ExtensionImage) {
    let name = image.manifest.map { "\($0.name)\($0.version)" }
    if let build = name.flatMap(Build.init(named:)) {
      state.withLock { $0.images[build] = image }
    }
  }

  /// Conflicts of declared types, as the model has them.
  static func texts(of diagnostics: [RegistryDiagnostic]) -> Set<String> {
    Set(
      diagnostics.compactMap { diagnostic in
        let one = diagnostic.subjectExtension!.name
        let (place, rest): (String, String)
        switch diagnostic.kind {
        case .decidedByName(let subject, let requirement, let other):
          (place, rest) = ("\(subject) \(requirement)", "\(one) over \(other.name)")
        case .conflict(let subject, let requirement, let others):
          let names = ([one] + others.map(\.name)).sorted()
          (place, rest) = ("\(subject) \(requirement)", names.joined(separator: ", "))
        default: return "\(diagnostic)"
        }
        if place.contains("Fresh") { return nil }
        return place.replacing("ChangesAPI.", with: "").replacing("()", with: "").lowercased()
          + ": " + rest
      })
  }

  private func loadAll(_ choice: ConflictChoice) -> String {
    do throws(ImageLoadError) {
      let results = try ExtensionImage.loadAll(in: folder, onConflict: choice)
      return results.map { "\(text($0, true))" }.joined(separator: "\n")
    } catch { return "\(error)" }
  }

  private func sync() -> String {
    do throws(ImageLoadError) {
      let changes = try pluginFolder.sync()
      let images = self.images
      func builds(_ some: [ExtensionImage]) -> [Build] {
        some.compactMap { image in images.first { $0.value == image }?.key }
      }
      return Model.syncResult(
        gone: builds(changes.takenBack), back: builds(changes.restored),
        changes.results.map { text($0, false) })
    } catch { return "\(error)" }
  }

  private func text(_ result: PluginResult, _ isNamed: Bool) -> String {
    let manifest = result.candidate?.manifest
    let name = isNamed ? manifest.map { "\($0.name)\($0.version): " } ?? result.path : ""
    switch result.outcome {
    case .loaded(let arrival): return name + listed(arrival)
    case .refused(let error): return name + Self.text(error)
    case .passedOver(.alreadyLoaded(let image)):
      note(image)
      return name + "already"
    case .passedOver(.blocked): return name + "blocked"
    // If its newer file is refused for a newer build of the process, so is it.
    case .passedOver(.superseded): return name + "older"
    case .passedOver(let other): return name + "\(other)"
    }
  }

  // MARK: Calls

  func call(_ subject: Subject, _ requirement: Requirement) -> String {
    switch subject {
    case .cat: answer(Cat(), requirement)
    case .dog: answer(Dog(), requirement)
    case .ox: answer(Ox(), requirement)
    case .fresh: fresh(requirement, nextFresh, after: Dog.self)
    }
  }

  /// After a hundred, they come again.
  private var nextFresh: Int {
    state.withLock { state in
      state.freshCount += 1
      return state.freshCount % 100
    }
  }

  private func answer(_ speaker: some Speaker, _ requirement: Requirement) -> String {
    requirement == .greet ? speaker.greet() : speaker.part()
  }

  /// Calls a type whose parts are a number's binary digits.
  private func fresh<Rest>(
    _ requirement: Requirement, _ number: Int, after _: Rest.Type
  ) -> String {
    if number == 0 { return answer(Fresh<Never, Rest>(), requirement) }
    return number % 2 == 0
      ? fresh(requirement, number / 2, after: Fresh<Bool, Rest>.self)
      : fresh(requirement, number / 2, after: Fresh<Int, Rest>.self)
  }
}
