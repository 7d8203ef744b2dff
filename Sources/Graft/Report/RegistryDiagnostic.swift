// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// Something that the loader or the registry passed over, and why.
public struct RegistryDiagnostic: Equatable, Sendable {
  /// Why something was passed over.
  public indirect enum Kind: Equatable, Sendable {
    /// A record, a section or an image that can't be read.
    case flaw(DescriptorFlaw)
    /// The same extension in two images: this one is passed over.
    case duplicate(of: ExtensionImage)
    /// Neither of these comes before the other: all are passed over.
    case conflict(subject: String, requirement: RequirementName, with: [RegisteredExtension])
    /// Compiled against another version of the protocol.
    case shapeDiffers(protocolName: String)
    /// The descriptor names a requirement that the protocol does not have.
    case unknownRequirement(RequirementName, protocolName: String)
    /// The descriptor's name stands for several requirements of the protocol.
    case ambiguousRequirement(RequirementName, overloads: [RequirementName])
    /// The accessor gave no answer.
    case unanswered
    /// The accessor said that the extension applies, and made no link: it is passed
    /// over for this subject.
    case noLink(subject: String)
    /// The constraints hold on a global actor only, by a conformance that is isolated to it,
    /// and these requirements can be called elsewhere: they are not answered by it.
    case isolated(subject: String, actor: String, requirements: [RequirementName])
    /// Several modules declare that the subject conforms to the protocol. Which of them an
    /// extension calls is up to the Swift runtime.
    case severalConformances(subject: String, protocolName: String, modules: [String])
    /// The image at this path has Swift metadata of a layout that this Graft does not know, such
    /// as another Swift's. Swift's runtime is asked about each conformance instead.
    case unreadConformances(path: String, reason: String)
    /// Several images hold a copy of Graft, and each sees its own registry.
    case severalCopies([String])
  }

  /// Why it was passed over.
  public let kind: Kind
  /// Nil where the diagnostic is about the process.
  public let image: ExtensionImage?
  /// Nil where the diagnostic is about an image.
  public let subjectExtension: RegisteredExtension?

  var isConflict: Bool {
    if case .conflict = kind { true } else { false }
  }

  init(_ kind: Kind, image: ExtensionImage? = nil, extension subject: RegisteredExtension? = nil) {
    self.kind = kind
    self.image = image ?? subject?.image
    self.subjectExtension = subject
  }
}

extension RegistryDiagnostic: CustomStringConvertible {
  public var description: String {
    let place = subjectExtension?.description ?? image?.path ?? "process"
    let offset = subjectExtension.map { ", offset 0x" + String($0.offset, radix: 16) } ?? ""
    return switch kind {
    case .flaw(let flaw): "\(place): \(flaw)"
    case .duplicate(let other):
      "\(place): passed over, since \(other.path) brings the same extension"
    case .conflict(let subject, let requirement, let others):
      PluginRefusal.conflict(
        place, for: requirement, of: subject, with: others.map(\.description))
    case .shapeDiffers(let name):
      "\(place): compiled against another version of \(name): build it again"
    case .unknownRequirement(let requirement, let name):
      "\(place): \(name) has no requirement \(requirement)"
    case .ambiguousRequirement(let requirement, let overloads):
      "\(place): \(requirement) stands for \(overloads.map(\.text).joined(separator: " and ")): "
        + "override all of them, or write @Extension(typed: true)"
    case .unanswered: "\(place): the accessor gave no answer"
    case .noLink(let subject):
      "\(place)\(offset): the accessor says that it applies to \(subject), and makes no link"
    case .isolated(let subject, let actor, let requirements):
      "\(place): \(subject) meets its constraints on \(actor) only, so it does not answer "
        + requirements.map(\.text).joined(separator: ", ")
        + ": isolate the protocol or the requirement to \(actor) too, or no conformance"
    case .severalConformances(let subject, let name, let modules):
      "\(subject) conforms to \(name) in several modules, \(modules.joined(separator: " and ")): "
        + "leave one of them"
    case .unreadConformances(let path, let reason):
      "\(path): its conformances are not read: \(reason). Swift's runtime is asked about each, "
        + "which takes longer: build it with the Swift that this Graft is built with"
    case .severalCopies(let paths):
      "several copies of Graft are loaded, each with a registry of its own: link Graft-dynamic and the dynamic Swift library into \(paths.joined(separator: " and "))"
    }
  }
}

extension RegistryDiagnostic: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    [
      "kind": .string(kind.name), "message": .string(description),
      "image": .string(image?.path), "extension": subjectExtension?.json ?? .null,
    ]
  }
}

extension RegistryDiagnostic.Kind {
  /// The name in JSON: that of the case.
  fileprivate var name: String {
    switch self {
    case .flaw: "flaw"
    case .duplicate: "duplicate"
    case .conflict: "conflict"
    case .shapeDiffers: "shapeDiffers"
    case .unknownRequirement: "unknownRequirement"
    case .ambiguousRequirement: "ambiguousRequirement"
    case .unanswered: "unanswered"
    case .noLink: "noLink"
    case .isolated: "isolated"
    case .severalConformances: "severalConformances"
    case .unreadConformances: "unreadConformances"
    case .severalCopies: "severalCopies"
    }
  }
}
