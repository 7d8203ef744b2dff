// SPDX-License-Identifier: Apache-2.0

/// What a file tells of the image that it becomes.
public struct ImageFacts: Hashable, Sendable {
  /// It is a program: what it brings counts, and not a repetition in a library.
  public var isExecutable: Bool
  /// What the image is a build of; nil for none, where the file's name says it.
  public var soname: String?

  /// By default those of an object, or of a library without a SONAME.
  public init(isExecutable: Bool = false, soname: String? = nil) {
    self.isExecutable = isExecutable
    self.soname = soname
  }
}

extension ELFFile {
  func imageFacts() throws(InspectionError) -> ImageFacts {
    guard header.isLinked else { return ImageFacts() }
    let dynamic = try dynamicSegment()
    let soname = try dynamic.values[DynamicSegment.Tag.soname].flatMap {
      offset throws(InspectionError) in try dynamic.string(at: offset, of: self)
    }
    // Some libraries can be run as well: those have a SONAME. Not all linkers mark a
    // program that can be loaded anywhere, and a static one has no interpreter.
    let hasInterpreter = try segments().contains { $0.type == Segment.interpreter }
    return ImageFacts(
      isExecutable: header.type == .executable || dynamic.isProgram
        || hasInterpreter && soname == nil,
      soname: soname)
  }
}
