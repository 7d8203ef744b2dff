// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import ELFInspection

/// A process's folder in `/proc`, made by the test.
@Suite("Files that a process maps")
struct MappedFileTests {
  private let scratch =
    FileManager.default.temporaryDirectory
    .appending(path: "graft-maps-\(UUID().uuidString)").path + "/"

  /// An ELF file of nothing but a build id.
  private func write(_ path: String, build: UInt8) throws {
    var image = MadeImage()
    image.sections = [
      .init(
        name: ".note.gnu.build-id", type: 7,
        bytes: [4, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0] + Array("GNU\0".utf8) + [build, 0, 0, 0])
    ]
    image.segments = [.init(type: 4, extent: .section(0))]
    let folder = (scratch + path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(image.bytes).write(to: URL(filePath: scratch + path))
  }

  private func number(_ path: String) throws -> UInt64 {
    var status = stat()
    try #require(stat(scratch + path, &status) == 0)
    return UInt64(status.st_ino)
  }

  /// - Parameter device: one on which nothing is, as btrfs has it in `maps`.
  private func maps(
    _ path: String, inode: UInt64, device: String = "00:ff", mark: String = ""
  ) throws -> MappedFiles {
    let line = "1000-2000 r-xp 00000000 \(device) \(inode)    \(path)\(mark)\n"
    try Data(line.utf8).write(to: URL(filePath: scratch + "proc/maps"))
    return try MappedFiles(folder: scratch + "proc/", name: "process 1")
  }

  @Test("the build id tells where the number of the device does not")
  func otherDevice() throws {
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try write("lib.so", build: 1)
    try write("proc/map_files/1000-2000", build: 1)
    let found = try maps(scratch + "lib.so", inode: 7)
    #expect(found.entries.map(\.kind) == [.met] && found.problems.isEmpty)
    try write("proc/map_files/1000-2000", build: 2)
    let replaced = try maps(scratch + "lib.so", inode: 7)
    #expect(replaced.problems.map(\.error.code) == [.replacedFile])
    #expect(replaced.problems[0].error.text.hasSuffix("build 02, and build 01 is there now"))
  }

  @Test("without rights to what is mapped, the number of the file tells")
  func withoutRights() throws {
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try write("lib.so", build: 1)
    try write("proc/other", build: 1)
    let found = try maps(scratch + "lib.so", inode: number("lib.so"))
    #expect(found.entries.count == 1 && found.problems.isEmpty)
    #expect(throws: InspectionError.self) { try maps(scratch + "lib.so", inode: 1) }
  }

  @Test("a file is looked for in the root that the process has")
  func otherRoot() throws {
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try write("proc/root/opt/graft-nowhere/lib.so", build: 1)
    try write("proc/map_files/1000-2000", build: 1)
    let found = try maps("/opt/graft-nowhere/lib.so", inode: 7)
    let path = Path(scratch + "proc/root/opt/graft-nowhere/lib.so")
    #expect(found.entries.map(\.kind) == [.mapped(path)])
    #expect(found.entries.map(\.path.display) == ["/opt/graft-nowhere/lib.so"])
    #expect(found.problems.isEmpty)
  }

  @Test("a file that was put back after it was deleted is the same")
  func putBack() throws {
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    try write("lib.so", build: 1)
    try write("proc/map_files/1000-2000", build: 1)
    let found = try maps(scratch + "lib.so", inode: 7, mark: " (deleted)")
    #expect(found.entries.map(\.path.display) == [scratch + "lib.so"])
    #expect(found.problems.isEmpty)
  }
}
