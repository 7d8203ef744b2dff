import Glibc
import GraftPlugins
import ImagesAPI
import Synchronization

struct Kitten: Speaker {}
struct Puppy: Speaker {}
/// Whether it is named, only the Swift runtime can tell.
struct Litter<Member>: Speaker {}
extension Litter: Named where Member: Named {}

/// What the host does, one argument after the other.
struct Commands {
  private var handle: UnsafeMutableRawPointer?
  private var held: pthread_t?
  private var statistics = ExtensionRegistry.statistics
  private var watcher: Watcher?

  mutating func run(_ command: String) {
    let words = command.split(separator: " ").map(String.init)
    let rest = words.dropFirst().joined(separator: " ")
    switch words[0] {
    case "load": load(Array(words.dropFirst()))
    case "race": race(Array(words.dropFirst()))
    case "load-all": loadAll(Array(words.dropFirst()))
    case "load-all-twice": loadAllTwice(rest)
    case "sync": sync(words[1])
    case "sync-with-host": sync(words[1], providing: ["images-host": "2.1"])
    case "follow": follow(words[1], until: Int(words[2])!, noting: words.dropFirst(3).first)
    case "named": print("named: \(ExtensionRegistry.image(named: rest)?.fileName ?? "nobody")")
    case "configure": ExtensionImage.configure(words[1], with: words[2])
    case "configure-wrongly": ExtensionImage.configure(words[1], with: words[2].count)
    case "candidate": showCandidate(rest)
    case "swap": Swapping(words[1], good: words[2], bad: words[3]).run(Int(words[4])!)
    case "has-run": print("has run: \(getenv("GRAFT_TEST_RUNS") != nil)")
    case "mapped": print("mapped: \(Self.isMapped(rest))")
    case "imports": showImports(words[1], words[2])
    case "manifests":
      show("manifests", ExtensionRegistry.images.compactMap(\.manifest))
    case "watch": watcher = Watcher()
    case "seen": watcher!.show(Int(rest)!)
    case "open": open(rest, RTLD_NOW)
    case "open-global": open(rest, RTLD_NOW | RTLD_GLOBAL)
    case "open-apart": print("opened: \(openApart(newNamespace, Self.path(rest), RTLD_NOW) != nil)")
    case "kitten": print("Kitten \(Kitten().speak())")
    case "puppy": print("Puppy \(Puppy().speak())")
    case "litter": print("Litter \(Litter<Dog>().speak())")
    case "close": print("closed: \(dlclose(handle!) == 0)")
    case "hold": hold(rest)
    case "release": release()
    case "run": run(symbol: rest)
    case "call": print("Dog \(Dog().speak()); Cat \(Cat().speak())")
    case "ask": print("Dog \(Dog().ask()); Cat \(Cat().ask())")
    case "implementation": showImplementation()
    case "withdraw":
      change(rest) { image throws(ImageStateError) in _ = try image.withdraw() }
    case "reinstate":
      change(rest) { image throws(ImageStateError) in _ = try image.reinstate() }
    case "reinstate-anyway":
      change(rest) { image throws(ImageStateError) in
        _ = try image.reinstate(allowingConflicts: true)
      }
    case "roll-back":
      change(rest) { image throws(ImageStateError) in _ = try image.rollBack() }
    case "block": show("blocked", ExtensionRegistry.block(rest))
    case "blocked": print("blocked: \(ExtensionRegistry.blocked.sorted())")
    case "advice":
      show(
        "advice",
        ExtensionRegistry.advice.map {
          "\($0.name ?? "unnamed") of \($0.image?.fileName ?? "the program")"
        })
    case "unblock": unblock(rest)
    case "load-nothing": load([""], isInFolder: false)
    case "load-name": load([rest], isInFolder: false)
    case "rename": print("renamed: \(rename(Self.path(words[1]), Self.path(words[2])) == 0)")
    case "copy": print("copied: \(Self.copy(words[1], words[2]))")
    case "narrow": narrow(rest)
    case "refresh": ExtensionRegistry.refresh()
    case "biases": show("biases", ExtensionRegistry.images.map(\.loadBias))
    case "paths": show("paths", ExtensionRegistry.images.map(\.path))
    case "images": show("images", ExtensionRegistry.images.map(\.fileName))
    case "states": show("states", ExtensionRegistry.images.map { "\($0.fileName) \($0.state)" })
    case "counting":
      let counting = ExtensionRegistry.images.filter { $0.state == .active && !$0.isExecutable }
      show("counting", counting.map { $0.manifest?.description ?? $0.fileName })
    case "descriptors": show("descriptors", ExtensionRegistry.descriptors.map(\.name))
    case "generations":
      let builds = ExtensionRegistry.generations(of: rest)
      show("generations of \(rest)", builds.map { "\($0.fileName) \($0.state)" })
    case "diagnostics": for diagnostic in ExtensionRegistry.diagnostics { print(diagnostic) }
    case "conflicts": print("conflicts: \(ExtensionRegistry.conflicts.count)")
    case "resolution": print(SpeakerExtension<Dog>.resolution)
    case "work": showWork()
    case "chdir": print("chdir: \(chdir(rest) == 0)")
    case "remove": print("removed: \(unlink(Self.path(rest)) == 0)")
    case "link": print("linked: \(Glibc.link(Self.path(words[1]), Self.path(words[2])) == 0)")
    case "symlink": print("linked: \(symlink(Self.path(words[1]), Self.path(words[2])) == 0)")
    case "translate": translate(rest)
    case "clog": clog(rest)
    case "memfd": load(["/proc/self/fd/\(Self.memoryFile(of: rest))"])
    default: fatalError("no command \(command)")
    }
  }

  /// What was done since this was asked the last time.
  private mutating func showWork() {
    let now = ExtensionRegistry.statistics
    print(
      "work: \(now.resolutions - statistics.resolutions) resolutions, "
        + "\(now.links - statistics.links) links")
    statistics = now
  }

  /// A name without a slash is one beside the host.
  private static func path(_ name: String) -> String {
    if name.contains("/") { return name }
    let executable = CommandLine.arguments[0]
    return executable.prefix(through: executable.lastIndex(of: "/")!) + name
  }

  private func load(_ words: [String], isInFolder: Bool = true) {
    let identity = words.first { $0.hasPrefix("identity=") }.map { String($0.dropFirst(9)) }
    do {
      let arrival = try ExtensionImage.load(
        isInFolder ? Self.path(words[0]) : words[0], identity: identity,
        onConflict: Self.choice(words), allowingOtherCompilers: words.contains("compilers"))
      print("loaded: \(arrival.images.map { "\($0.fileName) of \($0.identity)" })")
      show("descriptors", arrival.descriptors.map(\.name))
      for change in arrival.changes.map(\.description).sorted() { print("change: \(change)") }
      for conflict in arrival.conflicts { print("conflict: \(conflict)") }
      for warning in arrival.warnings { print("warning: \(warning)") }
    } catch {
      let name = Mirror(reflecting: error).children.first!.label!
      print("refused: \(name): \(error)")
    }
  }

  private static func choice(_ words: [String]) -> ConflictChoice {
    words.contains("allow") ? .passOver : words.contains("refuse") ? .refuse : .firstByName
  }

  /// Of the files whose names begin so: `deny=` is for the policy, `doubt=` makes it throw.
  private func loadAll(_ words: [String]) {
    func values(_ option: String) -> [String] {
      words.filter { $0.hasPrefix(option + "=") }.map { String($0.dropFirst(option.count + 1)) }
    }
    let provided = values("providing").map { $0.split(separator: ":").map(String.init) }
    do {
      let results = try ExtensionImage.loadAll(
        in: Self.path(words[0]), matching: values("matching").first ?? "*.so",
        providing: Dictionary(
          uniqueKeysWithValues: provided.map { ($0[0], PluginVersion($0[1])!) }),
        onConflict: Self.choice(words), followingLinks: words.contains("links"),
        allowingDowngrades: words.contains("downgrade"),
        mapping: words.contains("file") ? .file : .sealedCopy
      ) { candidate in
        print("judging \(candidate.fileName): \(candidate.manifest?.description ?? "-")")
        if values("doubt").contains(candidate.fileName) { throw Doubt() }
        return !values("deny").contains(candidate.fileName)
      }
      for result in results {
        print(
          "result: \(result)".replacing(words[0], with: ""),
          result.target.map { " from \($0)" } ?? "", separator: "")
      }
    } catch {
      print("no folder: \(error)")
    }
  }

  /// Loads a folder on two threads at once.
  private func loadAllTwice(_ folder: String) {
    func start() -> pthread_t {
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { argument in
          let results = try? ExtensionImage.loadAll(
            in: String(cString: argument!.assumingMemoryBound(to: CChar.self)))
          return UnsafeMutableRawPointer(
            bitPattern: (results ?? []).filter { $0.arrival != nil }.count)
        }, strdup(Self.path(folder)))
      return thread
    }
    let loaded = [start(), start()].map { thread -> Int in
      var count: UnsafeMutableRawPointer?
      pthread_join(thread, &count)
      return Int(bitPattern: count)
    }
    print("loaded: \(loaded.reduce(0, +))")
  }

  private func sync(_ path: String, providing provided: [String: PluginVersion] = [:]) {
    let folder = Self.folders.withLock { folders in
      let folder = folders[path] ?? PluginFolder(Self.path(path), providing: provided)
      folders[path] = folder
      return folder
    }
    do {
      let changes = try folder.sync()
      print("synced: \(changes)".replacing(path, with: "").replacing("\n", with: "; "))
    } catch {
      print("no folder: \(error)")
    }
  }

  private static let folders = Mutex<[String: PluginFolder]>([:])

  /// Keeps up with a folder until it has reported so many results.
  /// - Parameter notes: a folder that gets a file with the number of lines, once they are printed.
  private func follow(_ path: String, until count: Int, noting notes: String?) {
    let folder = PluginFolder(Self.path(path))
    let done = UncheckedSemaphore()
    Task {
      var seen = 0
      do {
        for try await changes in folder.changes() {
          for line in changes.description.split(separator: "\n") {
            print("news: \(line)".replacing(path, with: ""))
            fflush(nil)
            seen += 1
          }
          if let notes { Glibc.close(creat("\(notes)/\(seen)", 0o600)) }
          if seen >= count { break }
        }
      } catch {
        print("no folder: \(error)")
      }
      sem_post(done.address)
    }
    sem_wait(done.address)
  }

  private struct Doubt: Error, CustomStringConvertible {
    let description = "in doubt"
  }

  private func showCandidate(_ path: String) {
    do {
      let found = try PluginCandidate(contentsOf: Self.path(path))
      let manifest = found.manifest.map { "\($0), needs \($0.needs), in \($0.source)" }
      print(
        "candidate: \(manifest ?? "nothing"); \(found.soname ?? "-"); "
          + "\(found.neededLibraries.filter { $0.hasPrefix("libz-") }); \(found.buildID ?? "-")")
    } catch {
      print("no candidate: \(error)")
    }
  }

  private func showImports(_ path: String, _ symbol: String) {
    do {
      let found = try PluginCandidate(contentsOf: Self.path(path))
      print("imports: \(try found.importedSymbols().contains(symbol)), \(try found.bytes().count)")
    } catch {
      print("no candidate: \(error)")
    }
  }

  /// Whether anything is mapped whose path has a text.
  private static func isMapped(_ text: String) -> Bool {
    let maps = fopen("/proc/self/maps", "r")!
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 8192)
    while fgets(&line, Int32(line.count), maps) != nil {
      if strstr(line, text) != nil { return true }
    }
    return false
  }

  private mutating func open(_ name: String, _ flags: Int32) {
    handle = dlopen(Self.path(name), flags)
    print(handle == nil ? "failed: \(String(cString: dlerror()))" : "opened")
  }

  /// Has another thread carry out a command while nobody reads standard error, asks the
  /// registry once that thread waits, and then reads what it had to say.
  private func clog(_ command: String) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    // Not a byte more fits.
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    while write(ends[1], "x", 1) == 1 {}
    _ = fcntl(ends[1], F_SETFL, 0)
    let before = dup(STDERR_FILENO)
    dup2(ends[1], STDERR_FILENO)
    close(ends[1])
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        threadNumber.store(threadID(), ordering: .sequentiallyConsistent)
        var commands = Commands()
        commands.run(String(cString: argument!.assumingMemoryBound(to: CChar.self)))
        return nil
      }, strdup(command))
    while !Self.isWriting(threadNumber.load(ordering: .sequentiallyConsistent)) { usleep(1000) }
    print("meanwhile: \(ExtensionRegistry.blocked.count) blocked")
    dup2(before, STDERR_FILENO)
    // The other thread has the pipe's end until it has written all.
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 17)
    while !String(decoding: text, as: UTF8.self).contains("graft: ") {
      text += buffer[..<read(ends[0], &buffer, buffer.count)]
    }
    pthread_join(thread, nil)
    print(String(decoding: text.drop { $0 == UInt8(ascii: "x") }, as: UTF8.self))
  }

  /// Whether a thread is in the kernel, in `write`.
  private static func isWriting(_ thread: Int32) -> Bool {
    let file = Glibc.open("/proc/self/task/\(thread)/syscall", O_RDONLY)
    defer { close(file) }
    var text = [UInt8](repeating: 0, count: 64)
    let count = read(file, &text, text.count)
    return String(decoding: text.prefix(max(0, count)), as: UTF8.self).hasPrefix(writeCall)
  }

  /// Has the C library look for its messages in a folder.
  private func translate(_ folder: String) {
    let hasLocale = setlocale(LC_ALL, "C.UTF-8") != nil
    print("locale: \(hasLocale && bindTextDomain("libc", folder) != nil)")
    print(String(cString: strerror(ENOENT)))
  }

  /// Has another thread carry out a command, until that reaches the gate.
  private mutating func hold(_ command: String) {
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        var commands = Commands()
        commands.run(String(cString: argument!.assumingMemoryBound(to: CChar.self)))
        return nil
      }, strdup(command))
    held = thread
    Gate.waitUntilReached()
  }

  /// Lets the other thread go on, if there is one, and waits for it.
  mutating func release() {
    guard let held else { return }
    self.held = nil
    Gate.open()
    pthread_join(held, nil)
  }

  /// Loads two files at the same time, and refuses conflicts.
  private func race(_ names: [String]) {
    let begun = Atomic(0)
    @Sendable func load(_ path: String) {
      begun.add(1, ordering: .relaxed)
      while begun.load(ordering: .relaxed) < 2 {}
      do {
        _ = try ExtensionImage.load(path, onConflict: .refuse)
        print("raced: loaded")
      } catch { print("raced: refused") }
    }
    let paths = names.map(Self.path)
    let other = Thread { load(paths[0]) }
    load(paths[1])
    other.join()
  }

  private func run(symbol: String) {
    guard let function = dlsym(handle, symbol) else {
      print("no \(symbol)")
      return
    }
    unsafeBitCast(function, to: (@convention(c) () -> Void).self)()
  }

  private func change(
    _ name: String, _ body: (ExtensionImage) throws(ImageStateError) -> Void
  ) {
    // The last one, where several have the name.
    let image = ExtensionRegistry.images.last { $0.fileName == name }!
    do {
      try body(image)
      print("\(name): \(image.state)")
    } catch {
      let conflicts = error.conflicts.map { " since \($0)" }.joined()
      print("\(name): it is \(error.state) and can't \(error.attempt)\(conflicts)")
    }
  }

  private func unblock(_ name: String) {
    do { show("unblocked", try ExtensionRegistry.unblock(name)) } catch { print(error) }
  }

  /// Has another thread carry out a command with a standard error that does not block and
  /// takes a page at a time, and reads that slowly.
  private func narrow(_ command: String) {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    _ = fcntl(ends[1], setPipeSize, 4096)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let before = dup(STDERR_FILENO)
    dup2(ends[1], STDERR_FILENO)
    close(ends[1])
    var thread = pthread_t()
    pthread_create(
      &thread, nil,
      { argument in
        var commands = Commands()
        commands.run(String(cString: argument!.assumingMemoryBound(to: CChar.self)))
        return nil
      }, strdup(command))
    usleep(200_000)
    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1000)
    while text.last != UInt8(ascii: "\n") {
      let count = read(ends[0], &buffer, buffer.count)
      if count <= 0 { break }
      text += buffer[..<count]
    }
    dup2(before, STDERR_FILENO)
    pthread_join(thread, nil)
    print("read: \(text.count), ends: \(String(decoding: text.suffix(26), as: UTF8.self))")
  }

  private static func copy(_ from: String, _ to: String) -> Bool {
    let source = Glibc.open(path(from), O_RDONLY)
    let target = Glibc.open(path(to), O_WRONLY | O_CREAT | O_EXCL, 0o700)
    defer {
      close(source)
      close(target)
    }
    var size = stat()
    return fstat(source, &size) == 0 && sendfile(target, source, nil, size.st_size) == size.st_size
  }

  private func show(_ title: String, _ items: [some CustomStringConvertible]) {
    print("\(title): \(items.map(\.description).sorted().joined(separator: ", "))")
  }

  private static func memoryFile(of name: String) -> Int32 {
    let file = makeMemoryFile("plugin", 0)
    let source = Glibc.open(path(name), O_RDONLY)
    var size = stat()
    fstat(source, &size)
    sendfile(file, source, nil, size.st_size)
    close(source)
    return file
  }
}

/// Reads changes on another thread.
private final class Watcher: Sendable {
  private let lines = Mutex<[String]>([])
  private let count = UncheckedSemaphore()

  init() {
    let changes = ExtensionRegistry.changes
    Task.detached { [self] in
      for await change in changes {
        lines.withLock { $0.append(Self.text(change)) }
        sem_post(count.address)
      }
    }
  }

  private static func text(_ change: RegistryChange) -> String {
    switch change {
    case .arrived(let image): "arrived \(image.fileName)"
    case .refused(let path, let error):
      "refused \(path.split(separator: "/").last!): \(Mirror(reflecting: error).children.first!.label!)"
    case .withdrawn(let image): "withdrawn \(image.fileName)"
    case .reinstated(let image): "reinstated \(image.fileName)"
    case .superseded(let image, let newer): "superseded \(image.fileName) by \(newer.fileName)"
    case .rolledBack(let image): "rolled back \(image.fileName)"
    case .answered(let change): "answered \(change)"
    case .lost(let count): "lost \(count)"
    }
  }

  /// Waits for so many more.
  func show(_ number: Int) {
    for _ in 0..<number { sem_wait(count.address) }
    let shown = lines.withLock { lines in
      defer { lines.removeFirst(number) }
      return lines.prefix(number)
    }
    for line in shown { print("change: \(line)") }
  }
}

private struct UncheckedSemaphore: @unchecked Sendable {
  let address = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { sem_init(address, 0, 0) }
}

private let threadNumber = Atomic<Int32>(0)

/// The number of `write` as the kernel shows it.
#if arch(x86_64)
  private let writeCall = "1 "
#else
  private let writeCall = "64 "
#endif

/// F_SETPIPE_SZ, which is declared for GNU sources only.
private let setPipeSize: Int32 = 1031

@_silgen_name("gettid")
private func threadID() -> Int32

/// Its declaration in C depends on a macro.
@_silgen_name("memfd_create")
private func makeMemoryFile(_ name: UnsafePointer<CChar>, _ flags: UInt32) -> Int32

/// Of libintl.h, which Swift does not import.
@_silgen_name("bindtextdomain")
private func bindTextDomain(
  _ domain: UnsafePointer<CChar>, _ folder: UnsafePointer<CChar>
) -> UnsafePointer<CChar>?

/// Declared for GNU sources only.
@_silgen_name("dlmopen")
private func openApart(
  _ namespace: Int, _ path: UnsafePointer<CChar>, _ flags: Int32
) -> UnsafeMutableRawPointer?

private let newNamespace = -1

@c(images_run)
public func run(_ count: Int32, _ arguments: UnsafePointer<UnsafePointer<CChar>>) {
  var commands = Commands()
  for index in 1..<Int(count) {
    let command = String(cString: arguments[index])
    guard command == "fork" else {
      commands.run(command)
      fflush(nil)
      continue
    }
    let child = fork()
    if child == 0 {
      // A child that waits for a thread that it does not have.
      alarm(60)
      print("in the child:")
    } else {
      var status: Int32 = 0
      waitpid(child, &status, 0)
      print("child: \(status)")
      // What it opens would keep this process from ending.
      commands.release()
      break
    }
  }
}

extension Commands {
  /// Shows which build a pointcut finds behind it.
  private func showImplementation() {
    let token = try? ExtensionRegistry.advise(
      "speak()", of: SpeakerExtension<Dog>.self, with: ImplementationLog())
    _ = Dog().speak()
    _ = try? token?.remove()
  }
}

private final class ImplementationLog: AroundPointcut, @unchecked Sendable {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    let found = call.implementation
    print("implementation: \(found?.name ?? "none") in \(found?.image.fileName ?? "none")")
    try proceed()
  }
}
