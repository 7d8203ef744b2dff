import Glibc
import Graft
import LoadAPI
import Synchronization

struct Value: Numbered {}
struct Pair<First, Second>: Numbered {}
final class Object: Numbered {}

/// Plug-ins arrive on some threads while others call and ask. The number of a
/// plug-in is its priority, so the highest of those that count answers.
enum Threads {
  private static let highestBegun = Atomic(0)
  private static let highestEnded = Atomic(0)
  private static let begun = Atomic(0)
  private static let ended = Atomic(0)
  private static let next = Atomic(0)
  private static let isOver = Atomic(false)
  private static let wrong = Atomic(0)

  static func run(_ files: [String]) {
    let loaders = (0..<4).map { _ in start { open(files) } }
    let others = (0..<4).map { number in start { call(number) } } + (0..<2).map { _ in start(ask) }
    for thread in loaders { pthread_join(thread, nil) }
    isOver.store(true, ordering: .sequentiallyConsistent)
    for thread in others { pthread_join(thread, nil) }
    print("wrong: \(wrong.load(ordering: .relaxed))")
    print(
      "images: \(ExtensionRegistry.images.count - 1), \(Set(ExtensionRegistry.images).count - 1)")
    print("states: \(Set(ExtensionRegistry.images.map(\.state.rawValue)).sorted())")
    print("in line: \(Value().count()), \(Object().count()), \(Pair<Int, Bool>().count())")
    print("first: \(Value().number())")
    print("diagnostics: \(ExtensionRegistry.diagnostics.count)")
  }

  private static func open(_ files: [String]) {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < files.count else { return }
      // The files are named by their numbers.
      let number = Int(files[index].split { $0 == "-" || $0 == "." }.dropLast().last!)!
      begun.add(1, ordering: .sequentiallyConsistent)
      highestBegun.max(number, ordering: .sequentiallyConsistent)
      if index % 2 == 0 {
        guard dlopen(files[index], RTLD_NOW) != nil else { fatalError(String(cString: dlerror())) }
      } else {
        do { _ = try ExtensionImage.load(files[index]) } catch { fatalError("\(error)") }
      }
      ended.add(1, ordering: .sequentiallyConsistent)
      highestEnded.max(number, ordering: .sequentiallyConsistent)
    }
  }

  /// What a call answers was right at some moment while it ran.
  private static func call(_ thread: Int) {
    while !isOver.load(ordering: .sequentiallyConsistent) {
      check(Value())
      check(Object())
      if thread % 2 == 0 { check(Pair<Int, Bool>()) }
    }
  }

  private static func check(_ subject: some Numbered) {
    let least = highestEnded.load(ordering: .sequentiallyConsistent)
    let number = subject.number()
    let most = highestBegun.load(ordering: .sequentiallyConsistent)
    if !(least...most).contains(number) { wrong.add(1, ordering: .relaxed) }
    let fewest = ended.load(ordering: .sequentiallyConsistent)
    let count = subject.count()
    let highest = begun.load(ordering: .sequentiallyConsistent)
    if !(fewest...highest).contains(count) { wrong.add(1, ordering: .relaxed) }
  }

  private static func ask() {
    while !isOver.load(ordering: .sequentiallyConsistent) {
      let fewest = ended.load(ordering: .sequentiallyConsistent)
      let chain = NumberedExtension<Value>.resolution["count()"]!.chain.count - 1
      let most = begun.load(ordering: .sequentiallyConsistent)
      if !(fewest...most).contains(chain) { wrong.add(1, ordering: .relaxed) }
      for image in ExtensionRegistry.images {
        if image.state != .active { wrong.add(1, ordering: .relaxed) }
        if ExtensionRegistry.generations(of: image.identity) != [image] {
          wrong.add(1, ordering: .relaxed)
        }
      }
      if ExtensionRegistry.descriptors.count < fewest { wrong.add(1, ordering: .relaxed) }
      _ = ExtensionRegistry.diagnostics
      ExtensionRegistry.refresh()
    }
  }

  static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t {
    final class Box: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, box)
    return thread
  }
}
