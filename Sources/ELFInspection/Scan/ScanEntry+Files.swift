// SPDX-License-Identifier: Apache-2.0

extension ScanEntry {
  /// Calls `visit` with each ELF file in the entry, or with the error that
  /// keeps one from being read.
  ///
  /// A file that several thin archives name is read once.
  public func eachFile(_ visit: (Origin, Result<ELFFile, InspectionError>) -> Void) {
    do throws(InspectionError) {
      eachFile(in: try open(), visit)
    } catch {
      visit(origin, .failure(error))
    }
  }

  /// Calls `visit` with each ELF file in the entry, or with the error that
  /// keeps one from being read.
  ///
  /// - Parameter input: the opened entry.
  func eachFile(in input: InputFile, _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void) {
    do throws(InspectionError) {
      try FileVisit(
        input: input, start: 0, byteCount: input.byteCount, path: path, origin: origin, named: nil
      ).visitAll(passesOver: !isAskedFor, depth: FileVisit.archiveDepth, nil, visit)
    } catch {
      visit(origin, .failure(error))
    }
  }
}
