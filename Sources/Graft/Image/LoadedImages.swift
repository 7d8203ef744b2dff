// SPDX-License-Identifier: Apache-2.0

import CGraft
import CGraftLoader
import CLibrary
import GraftDescriptors

/// The loader's table of images, as Swift values.
enum LoadedImages {
  /// A count that rises with each image that is loaded or unloaded, with descriptors
  /// or without.
  static var changes: UInt64 { graft_image_changes() }

  /// The images that arrived after this one, in the order of their arrival.
  static func images(after last: LoadedImage?) -> [LoadedImage] {
    var images: [LoadedImage] = []
    var next = last.map { graft_next_image($0.image) } ?? graft_first_image()
    while let image = next {
      images.append(LoadedImage(image: image))
      next = graft_next_image(image)
    }
    return images
  }

  /// Finds images whose constructor has not run.
  static func walk() { graft_walk_images() }

  /// The paths of the images that hold a copy of Graft's loader.
  static var loaderPaths: [String] {
    var paths = [UnsafePointer<CChar>?](repeating: nil, count: 16)
    let count = min(graft_loader_copies(&paths, paths.count), paths.count)
    return paths[..<count].map { displayPath($0.map { String(cString: $0) } ?? "") }
  }

  /// A path for people.
  ///
  /// The dynamic linker gives the executable an empty name.
  static func displayPath(_ path: String) -> String {
    path.isEmpty ? executablePath : SealedPath.originals(in: path)
  }

  /// The image with a build ID, and the address of its program headers.
  static func image(ofBuild buildID: [UInt8]) -> (path: String, programHeaders: UInt)? {
    guard !buildID.isEmpty else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { path in
      let headers = graft_find_build(buildID, buildID.count, path.baseAddress!, path.count)
      return headers.map {
        (displayPath(String(cString: path.baseAddress!)), UInt(bitPattern: $0))
      }
    }
  }

  static let executablePath: String = {
    withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
      let count = graft_copy_executable_path(buffer.baseAddress!, buffer.count)
      return count == 0 ? "the executable" : String(decoding: buffer[..<count], as: UTF8.self)
    }
  }()
}

/// An entry of the loader's table.
///
/// Its memory is never freed, and the values read here never change.
struct LoadedImage: @unchecked Sendable {
  fileprivate let image: UnsafePointer<graft_image>

  var path: String { String(cString: image.pointee.path) }
  /// The token of the `load` that is opening it; 0 if it was opened otherwise.
  var stagingToken: UInt64 { image.pointee.staging_token }
  /// Whether it is the executable, or an image that the executable needs, directly or not.
  var isOfProgram: Bool { image.pointee.is_of_program }
  var soname: String? { image.pointee.soname.map { String(cString: $0) } }
  var loadBias: UInt { image.pointee.load_bias }
  /// The address of its program headers, which identifies the image.
  var programHeaders: UInt { UInt(bitPattern: image.pointee.program_headers) }
  /// Whether an address is in the image.
  func contains(_ address: UInt) -> Bool {
    graft_is_in_image(image, UnsafeRawPointer(bitPattern: address))
  }
  var sectionAddress: UInt { UInt(bitPattern: image.pointee.start) }
  var sectionByteCount: Int { image.pointee.byte_count }
  var recordCount: Int { image.pointee.scan.record_count }

  var flaws: [DescriptorFlaw] {
    UnsafeBufferPointer(start: image.pointee.scan.flaws, count: image.pointee.scan.flaw_count).map {
      DescriptorFlaw(
        DescriptorFlaw.Code(rawValue: $0.code)!, offset: Int($0.offset), value: $0.value)
    }
  }

  /// The offset of a record, in bytes from the start of the section.
  func recordOffset(_ index: Int) -> Int { Int(image.pointee.scan.records[index]) }

  /// Consecutive records with the same protocol name and kind.
  struct RecordRun {
    let protocolName: String
    let kind: DescriptorKind
    let first: UInt32
    /// The index behind the last record.
    let end: UInt32
  }

  /// The runs of all records, without reading the rest of them.
  ///
  /// The loader has checked them, so their kinds are known.
  var recordRuns: [RecordRun] {
    var runs: [RecordRun] = []
    var first = 0
    for end in stride(from: 1, through: recordCount, by: 1) {
      if end < recordCount, record(end).pointee.kind == record(first).pointee.kind,
        strcmp(text(of: end), text(of: first)) == 0
      {
        continue
      }
      let name = String(cString: text(of: first))
      let kind = DescriptorKind(ofRecord: record(first).pointee.kind, protocolName: name)!
      runs.append(
        RecordRun(protocolName: name, kind: kind, first: UInt32(first), end: UInt32(end)))
      first = end
    }
    return runs
  }

  /// Whether an extension has a name, which is the second string of its record.
  func extensionName(_ index: Int, is name: String) -> Bool {
    let text = text(of: index)
    return strcmp(text + strlen(text) + 1, name) == 0
  }

  /// The strings of a record, of which the first is the protocol's name.
  ///
  /// The loader has checked that they end in the section.
  private func text(of index: Int) -> UnsafePointer<CChar> {
    UnsafeRawPointer(record(index) + 1).assumingMemoryBound(to: CChar.self)
  }

  /// The manifests of the image as a plug-in.
  ///
  /// The loader has checked them.
  var manifests: [PluginManifest] {
    let scan = image.pointee.scan
    return UnsafeBufferPointer(start: scan.manifests, count: scan.manifest_count).compactMap {
      guard case .manifest(let manifest, _, _, _) = element(at: Int($0)) else { return nil }
      return manifest
    }
  }

  /// The manifest's accessor; nil if there is no manifest, or more than one.
  var manifestAccessor: graft_accessor? {
    let scan = image.pointee.scan
    return scan.manifest_count == 1
      ? record(at: Int(scan.manifests[0])).pointee.accessor.function : nil
  }

  /// The descriptor of a record.
  ///
  /// The loader has checked the record, so it can be read.
  func descriptor(_ index: Int) -> ExtensionDescriptor {
    guard case .descriptor(let descriptor, _, _, _) = element(at: recordOffset(index)) else {
      fatalError("Graft: the descriptors of \(path) changed after they were loaded")
    }
    return descriptor
  }

  private func element(at offset: Int) -> DescriptorReader.Element? {
    let section = UnsafeRawBufferPointer(start: image.pointee.start, count: sectionByteCount)
    var offset = offset
    return section.withMemoryRebound(to: UInt8.self) {
      DescriptorReader(accessorsAreBound: true).next(in: $0.span, at: &offset)
    }
  }

  func accessor(_ index: Int) -> graft_accessor {
    record(index).pointee.accessor.function!
  }

  private func record(_ index: Int) -> UnsafePointer<graft_record> {
    record(at: recordOffset(index))
  }

  /// The record at an offset.
  ///
  /// The loader has checked that it exists and is aligned.
  private func record(at offset: Int) -> UnsafePointer<graft_record> {
    (image.pointee.start + offset).assumingMemoryBound(to: graft_record.self)
  }
}
