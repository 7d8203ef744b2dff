// SPDX-License-Identifier: Apache-2.0

extension ScanEntry {
  /// Calls `visit` with each ELF file in it, or with why one can't be read.
  ///
  /// A file that thin archives name several times is read once.
  public func eachFile(_ visit: (Origin, Result<ELFFile, InspectionError>) -> Void) {
    do throws(InspectionError) {
      eachFile(in: try open(), visit)
    } catch {
      visit(origin, .failure(error))
    }
  }

  /// Calls `visit` with each ELF file in it, or with why one can't be read.
  ///
  /// - Parameter input: the entry, open.
  func eachFile(
    in input: InputFile, _ visit: (Origin, Result<ELFFile, InspectionError>) -> Void
  ) {
    do throws(InspectionError) {
      try FileVisit(
        input: input, start: 0, byteCount: input.byteCount, path: path, origin: origin, named: nil
      ).visitAll(passesOver: !isAskedFor, depth: FileVisit.archiveDepth, nil, visit)
    } catch {
      visit(origin, .failure(error))
    }
  }
}
