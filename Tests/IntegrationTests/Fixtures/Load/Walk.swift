import Graft
import LoadAPI

/// Random steps over a few plug-ins, beside a model of what they do.
struct Walk {
  private struct Model {
    /// Nil before the first load.
    var states: [ImageState?]
    var blocked: Set<Int> = []
    /// Those that were withdrawn when they were superseded.
    var withdrawn: Set<Int> = []
    /// For each identity its builds in the order in which they were accepted.
    var builds: [[Int]]
  }

  private let files: [String]
  private var images: [ExtensionImage?]
  private var model: Model
  private var random: UInt64

  init(_ files: [String], seed: UInt64) {
    self.files = files
    images = files.map { _ in nil }
    model = Model(
      states: files.map { _ in nil }, builds: Array(repeating: [], count: files.count / 2))
    random = seed
  }

  private mutating func below(_ bound: Int) -> Int {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Int(random % UInt64(bound))
  }

  /// Two files each are builds of one image.
  private func identity(_ plugin: Int) -> Int { plugin / 2 }

  mutating func run(_ stepCount: Int) {
    _ = (Value().numbers(), Object().numbers())
    var middle = 0
    for step in 0..<stepCount {
      let plugin = below(files.count)
      switch below(6) {
      case 0: load(plugin)
      case 1: change(plugin, .withdraw)
      case 2: change(plugin, .reinstate)
      case 3: change(plugin, .rollBack)
      case 4: block(plugin)
      default: unblock(plugin)
      }
      compare(step)
      if step == stepCount / 2 { middle = allocatedByteCount() }
    }
    let grown = allocatedByteCount() - middle
    print("steps: \(stepCount)")
    print("grown: \(grown < 1 << 17 ? "no" : "\(grown) bytes in the second half")")
  }

  private mutating func load(_ plugin: Int) {
    do {
      let arrival = try ExtensionImage.load(files[plugin], identity: "build of \(identity(plugin))")
      images[plugin] = arrival.images[0]
    } catch { fatalError("\(error)") }
    if model.states[plugin] != .active { accept(plugin) }
  }

  private mutating func accept(_ plugin: Int) {
    model.states[plugin] = .active
    for other in model.builds[identity(plugin)] where other != plugin {
      switch model.states[other] {
      case .active: model.withdrawn.remove(other)
      case .withdrawn: model.withdrawn.insert(other)
      default: continue
      }
      model.states[other] = .superseded
    }
    model.builds[identity(plugin)].removeAll { $0 == plugin }
    model.builds[identity(plugin)].append(plugin)
  }

  private enum Transition { case withdraw, reinstate, rollBack }

  private mutating func change(_ plugin: Int, _ transition: Transition) {
    guard let image = images[plugin] else { return }
    let isPossible =
      switch transition {
      case .withdraw: model.states[plugin] == .active
      case .reinstate: model.states[plugin] == .withdrawn || model.states[plugin] == .rolledBack
      case .rollBack: model.states[plugin] == .active || model.states[plugin] == .withdrawn
      }
    do {
      switch transition {
      case .withdraw: try image.withdraw()
      case .reinstate: try image.reinstate()
      case .rollBack: try image.rollBack()
      }
      precondition(isPossible)
    } catch {
      precondition(!isPossible)
      return
    }
    switch transition {
    case .withdraw: model.states[plugin] = .withdrawn
    case .reinstate where model.states[plugin] == .rolledBack: accept(plugin)
    case .reinstate: model.states[plugin] = .active
    case .rollBack:
      model.states[plugin] = .rolledBack
      let builds = model.builds[identity(plugin)]
      let before = builds[..<builds.firstIndex(of: plugin)!]
      if let previous = before.last(where: { model.states[$0] == .superseded }) {
        model.states[previous] = model.withdrawn.contains(previous) ? .withdrawn : .active
      }
    }
  }

  private func name(_ plugin: Int) -> String {
    ExtensionRegistry.descriptors.first { $0.image.number == images[plugin]?.number }!.name
  }

  private mutating func block(_ plugin: Int) {
    guard images[plugin] != nil else { return }
    ExtensionRegistry.block(name(plugin))
    model.blocked.insert(plugin)
  }

  private mutating func unblock(_ plugin: Int) {
    guard images[plugin] != nil else { return }
    do { try ExtensionRegistry.unblock(name(plugin)) } catch { fatalError("\(error)") }
    model.blocked.remove(plugin)
  }

  private func compare(_ step: Int) {
    var expected: UInt64 = 0
    for plugin in files.indices {
      precondition(images[plugin]?.state == model.states[plugin], "\(plugin) after step \(step)")
      if model.states[plugin] == .active, !model.blocked.contains(plugin) {
        expected |= 1 << UInt64(plugin)
      }
    }
    let found = (Value().numbers(), Object().numbers())
    precondition(found == (expected, expected), "\(found), not \(expected), after step \(step)")
    let highest = expected == 0 ? 0 : 63 - expected.leadingZeroBitCount
    precondition(Value().number() == highest, "after step \(step)")
  }
}

@_silgen_name("allocated_byte_count")
func allocatedByteCount() -> Int
