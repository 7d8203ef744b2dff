// SPDX-License-Identifier: Apache-2.0

internal import GraftDescriptors

extension MappedFiles {
  /// The program as Graft in the process describes it, or the reason why that is unknown.
  public func readProgram() -> (program: RunningProgram?, problem: Problem?) {
    func unknown(_ code: InspectionError.Code, _ text: String) -> (RunningProgram?, Problem?) {
      (nil, Problem(origin, InspectionError(code, text)))
    }
    let addresses = files.flatMap(addresses)
    guard !addresses.isEmpty else {
      guard let file = files.first(where: hasLoader) else {
        guard problems.allSatisfy({ $0.severity < .error }) else {
          return unknown(
            .unknownState,
            "none of the files at hand has Graft, so what is withdrawn, blocked or advised is"
              + " unknown")
        }
        return unknown(.noGraft, "it has no Graft, so nothing is withdrawn, blocked or advised")
      }
      return unknown(
        .unknownState,
        "\(file.entry.origin.shortDisplay) has Graft and is stripped of the symbol"
          + " \(RunningProgram.symbol), so what is withdrawn, blocked or advised is unknown")
    }
    do throws(InspectionError) {
      var program = RunningProgram()
      let memory = try memory()
      for address in addresses { program.append(try read(memory, address)) }
      let places = files.flatMap { file in file.mappings.map { (mapping: $0, entry: file.entry) } }
        .sorted { $0.mapping.start < $1.mapping.start }
      for index in program.images.indices {
        let address = program.images[index].recordsAddress
        let number = places.firstSortedIndex { $0.mapping.start > address } - 1
        guard number >= 0, places[number].mapping.contains(address) else { continue }
        program.images[index].entry = places[number].entry
      }
      return (program, nil)
    } catch {
      guard error.code == .system else { return (nil, Problem(origin, error)) }
      return unknown(.unknownState, "\(error), so what is withdrawn, blocked or advised is unknown")
    }
  }

  /// The addresses of the structure in the mappings of a file.
  ///
  /// Graft writes to it, so other mappings of its page don't count. Files that can't be
  /// read are reported with their extensions.
  private func addresses(_ file: File) -> [UInt64] {
    let mappings = file.mappings.filter(\.isWritable)
    guard !mappings.isEmpty, let image = try? ELFFile(file.entry), image.header.isLinked,
      image.header.encoding == .graft,
      let address = try? image.address(
        ofVariable: RunningProgram.symbol, byteCount: RunningProgram.byteCount),
      let offset = try? image.fileOffset(ofAddress: address, byteCount: RunningProgram.byteCount)
    else { return [] }
    return mappings.compactMap { $0.address(ofFileOffset: offset) }
  }

  private func hasLoader(_ file: File) -> Bool {
    guard file.mappings.contains(where: \.isWritable), let image = try? ELFFile(file.entry) else {
      return false
    }
    return (try? image.hasLoader()) == true
  }

  private func memory() throws(InspectionError) -> ProcessMemory {
    switch source {
    case .process(let folder):
      ProcessMemory(.process(try InputFile(opening: Path(folder + "mem"))))
    case .core(let path): ProcessMemory(.core(try CoreMemory(try ELFFile(path: path))))
    }
  }

  /// How often a process is read that changes meanwhile.
  private static let attemptLimit = 100

  /// Reads a core once, and a process until it says the same twice.
  ///
  /// A list that is freed while it is read makes no sense, so an error counts only if
  /// it persists.
  private func read(
    _ memory: ProcessMemory, _ address: UInt64
  ) throws(InspectionError) -> RunningProgram {
    guard memory.isRunning else { return try RunningProgram(memory, at: address) }
    var last: RunningProgram?
    var failure: InspectionError?
    for _ in 0..<Self.attemptLimit {
      do throws(InspectionError) {
        let next = try RunningProgram(memory, at: address)
        if next == last { return next }
        last = next
      } catch {
        failure = error
      }
    }
    let changes = InspectionError(.system, "the process changes while it is read")
    throw last == nil ? failure ?? changes : changes
  }
}
