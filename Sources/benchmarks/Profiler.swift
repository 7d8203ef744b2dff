// SPDX-License-Identifier: Apache-2.0

/// The cost of one call.
struct CallProfile {
  var instructions = 0.0
  /// Instructions outside the program: those of malloc, swift_retain and locks,
  /// among others.
  var libraryInstructions = 0.0
  var libraryCalls: [String] = []
  /// Atomic read-modify-writes in the program itself.
  var lockedInstructions = 0.0

  var costlyInstructions: Double { libraryInstructions + lockedInstructions }
}

extension CallProfile {
  /// The program's calls of the allocator.
  var allocations: Double {
    libraryCalls.filter { call in
      [
        "malloc", "calloc", "posix_memalign", "aligned_alloc", "swift_allocObject",
        "swift_slowAlloc",
      ]
      .contains { call.hasPrefix($0 + " ") }
    }.reduce(0) { $0 + (Double($1.split(separator: "×").last!) ?? 0) }
  }
}

/// Counts with callgrind what a loop adds to a process.
struct Profiler {
  let program: String
  let folder: String
  /// The first argument of this program, before the kind, the side and the
  /// count.
  let verb: String
  /// The addresses of instructions with a lock prefix, and of xchg with memory,
  /// which locks without one.
  private let locked: Set<UInt>

  /// Figures of a profiler for this program; a skipped one if a tool is missing.
  static func figures(
    _ what: String, verb: String = "run", _ body: (Profiler) -> [Figure]
  ) -> [Figure] {
    for tool in ["valgrind", "objcopy", "objdump"] where !Process.has(tool) {
      return [Figure(what, skipped: "there is no \(tool)")]
    }
    return Process.withTemporaryFolder { folder in
      // callgrind can't read Swift's debug information.
      let program = "\(folder)/benchmarks"
      _ = Process.output("objcopy --strip-debug '\(Process.executable)' '\(program)'")
      return body(Profiler(program: program, folder: folder, verb: verb))
    }
  }

  private init(program: String, folder: String, verb: String) {
    self.program = program
    self.folder = folder
    self.verb = verb
    let lines =
      Process.output(
        "objdump -d --no-show-raw-insn '\(program)' | grep -E '\\slock |\\sxchg .*\\('") ?? ""
    locked = Set(
      lines.split(separator: "\n").compactMap { line in
        UInt(line.prefix { $0 != ":" }.filter { !$0.isWhitespace }, radix: 16)
      })
  }

  func profile(_ kind: some Any, _ side: String, _ few: Int, _ many: Int) -> CallProfile? {
    guard let less = run(kind, side, few), let more = run(kind, side, many) else { return nil }
    let calls = many - few
    var profile = CallProfile()
    for (place, count) in more.instructions {
      let added = count - less.instructions[place, default: 0]
      // Two processes vary by far less. With 64 subjects, each has a witness of
      // its own.
      guard added * 100 > calls else { continue }
      let share = Double(added) / Double(calls)
      profile.instructions += share
      if !place.isInProgram { profile.libraryInstructions += share }
      if place.isInProgram && locked.contains(place.address) { profile.lockedInstructions += share }
    }
    for (function, count) in more.calls {
      let added = count - less.calls[function, default: 0]
      guard added * 2 > calls else { continue }
      let name = function.prefix { $0 != "(" && $0 != "<" }
      profile.libraryCalls.append("\(name) ×\((Double(added) / Double(calls)).text(1))")
    }
    profile.libraryCalls.sort()
    return profile
  }

  private struct Counts {
    struct Place: Hashable {
      let isInProgram: Bool
      let address: UInt
    }

    var instructions: [Place: Int] = [:]
    /// The calls of library functions.
    var calls: [String: Int] = [:]
  }

  private func run(_ kind: some Any, _ side: String, _ count: Int) -> Counts? {
    let file = "\(folder)/callgrind.out"
    let command =
      "SWIFT_DETERMINISTIC_HASHING=1 valgrind --tool=callgrind --dump-instr=yes"
      + " --compress-pos=no --compress-strings=no --callgrind-out-file='\(file)'"
      + " '\(program)' \(verb) \(kind) \(side) \(count) 2>/dev/null"
    guard Process.output(command) != nil, let text = Process.read(file) else { return nil }
    return counts(text)
  }

  /// Parses callgrind's output. `ob=` names the image; `address line count` is
  /// an instruction; `cob=` and `cfn=` name a callee, `calls=count …` and the
  /// line after it tell what the callee executed.
  private func counts(_ text: String) -> Counts {
    var counts = Counts()
    var (image, callee, calleeImage) = (Substring(""), Substring(""), Substring(""))
    var isCallees = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("0x") {
        defer { isCallees = false }
        let fields = line.split(separator: " ")
        guard !isCallees, fields.count == 3, let count = Int(fields[2]),
          let address = UInt(fields[0].dropFirst(2), radix: 16)
        else { continue }
        let place = Counts.Place(isInProgram: image == program, address: address)
        counts.instructions[place, default: 0] += count
      } else if line.hasPrefix("ob=") {
        image = line.dropFirst(3)
      } else if line.hasPrefix("fn=") {
        calleeImage = image
      } else if line.hasPrefix("cob=") {
        calleeImage = line.dropFirst(4)
      } else if line.hasPrefix("cfn=") {
        callee = line.dropFirst(4)
      } else if line.hasPrefix("calls=") {
        isCallees = true
        let count = Int(line.dropFirst(6).prefix { $0 != " " }) ?? 0
        if calleeImage != program { counts.calls[String(callee), default: 0] += count }
        calleeImage = image
      }
    }
    return counts
  }
}
