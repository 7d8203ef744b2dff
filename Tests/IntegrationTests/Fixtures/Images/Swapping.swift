import Glibc
import GraftPlugins
import Synchronization

/// Loads a folder again and again while another thread puts a file in the place of another
/// there, by renaming and by writing over it.
struct Swapping {
  private let folder: String
  private let good: [UInt8]
  private let bad: [UInt8]

  /// - Parameters:
  ///   - good: the path of a plug-in.
  ///   - bad: one whose constructor tells that it has run.
  init(_ folder: String, good: String, bad: String) {
    (self.folder, self.good, self.bad) = (folder, Self.bytes(of: good), Self.bytes(of: bad))
  }

  /// Another build each time, so that each is mapped.
  private func build(_ number: Int) -> [UInt8] {
    var build = good
    // The note of type 3 of an owner that is called GNU.
    let head: [UInt8] = [3, 0, 0, 0] + Array("GNU\0".utf8)
    let start = build.indices.first { build[$0...].starts(with: head) }! + head.count
    withUnsafeBytes(of: number) { build.replaceSubrange(start..<start + 8, with: $0) }
    return build
  }

  func run(_ count: Int) {
    let swaps = Atomic<Int>(0)
    let isOver = Atomic<Bool>(false)
    let build = Mutex(build(0))
    let thread = Thread {
      while !isOver.load(ordering: .relaxed) {
        let number = swaps.add(1, ordering: .relaxed).newValue
        let bytes = number % 2 == 0 ? bad : build.withLock { $0 }
        if number % 3 == 0 {
          write(bytes, to: "plugin.so")
        } else {
          write(bytes, to: "next")
          rename(folder + "next", folder + "plugin.so")
        }
      }
    }
    var (loaded, refused) = (0, 0)
    while swaps.load(ordering: .relaxed) < count || loaded < 20 || refused < 20 {
      let results = try! ExtensionImage.loadAll(
        in: folder, providing: ["images-host": "2.1"]
      ) { try $0.bytes() == build.withLock { $0 } }
      switch results.first?.outcome {
      case .loaded:
        loaded += 1
        build.withLock { $0 = self.build(loaded) }
      case .refused: refused += 1
      case .passedOver, nil: break
      }
    }
    isOver.store(true, ordering: .relaxed)
    thread.join()
    print("swapped: the bad one has run: \(getenv("GRAFT_TEST_RUNS") != nil)")
  }

  private func write(_ bytes: [UInt8], to name: String) {
    let file = open(folder + name, O_WRONLY | O_CREAT | O_TRUNC, 0o700)
    _ = Glibc.write(file, bytes, bytes.count)
    close(file)
  }

  private static func bytes(of path: String) -> [UInt8] {
    let file = open(path, O_RDONLY)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(file, &bytes, bytes.count)
    return Array(bytes.prefix(count))
  }
}

struct Thread: ~Copyable {
  private var thread = pthread_t()

  init(_ body: @escaping () -> Void) {
    pthread_create(
      &thread, nil,
      { argument in
        Unmanaged<Box>.fromOpaque(argument!).takeRetainedValue().body()
        return nil
      }, Unmanaged.passRetained(Box(body)).toOpaque())
  }

  func join() { pthread_join(thread, nil) }

  private final class Box {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }
}
