// SPDX-License-Identifier: Apache-2.0

public import GraftDescriptors

/// A thing that the loader or the registry ignores, with the reason.
public struct RegistryDiagnostic: Equatable, Sendable {
  /// The reason why something is ignored.
  public indirect enum Kind: Equatable, Sendable {
    /// A record, a section or an image that can't be read.
    case flaw(DescriptorFlaw)
    /// Another image's copy of the extension counts.
    case duplicate(of: ExtensionImage)
    /// None of these extensions comes before the others, so all are ignored.
    case conflict(subject: String, requirement: RequirementName, with: [RegisteredExtension])
    /// Only the name of its plug-in puts the extension before another.
    case decidedByName(
      subject: String, requirement: RequirementName, over: RegisteredExtension)
    /// The extension was compiled against another version of the protocol.
    case shapeDiffers(protocolName: String)
    /// The descriptor names a requirement that the protocol does not have.
    case unknownRequirement(RequirementName, protocolName: String)
    /// The descriptor's name stands for several requirements of the protocol.
    case ambiguousRequirement(RequirementName, overloads: [RequirementName])
    /// The accessor gave no answer.
    case unanswered
    /// The constraints hold on a global actor only, by an isolated conformance, and these
    /// requirements can be called elsewhere.
    case isolated(subject: String, actor: String, requirements: [RequirementName])
    /// Several modules declare that the subject conforms to the protocol. The Swift runtime chooses
    /// one of them.
    case severalConformances(subject: String, protocolName: String, modules: [String])
    /// The image has Swift metadata of an unknown layout, such as another Swift's. Graft asks the
    /// Swift runtime about each conformance instead.
    case unreadConformances(path: String, reason: String)
    /// Several images hold a copy of Graft, and each sees its own registry.
    case severalCopies([String])
  }

  /// The reason.
  public let kind: Kind
  /// The image; nil if the diagnostic is about the process.
  public let image: ExtensionImage?
  /// The extension; nil if the diagnostic is about an image or the process.
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
    return switch kind {
    case .flaw(let flaw): "\(place): \(flaw)"
    case .duplicate(let other):
      "\(place): passed over, since \(other.path) brings the same extension"
    case .conflict(let subject, let requirement, let others):
      PluginRefusal.conflict(
        place, for: requirement, of: subject, with: others.map(\.description))
    case .decidedByName(let subject, let requirement, let other):
      PluginRefusal.decidedByName(place, for: requirement, of: subject, over: "\(other)")
    case .shapeDiffers(let name):
      "\(place): compiled against another version of \(name): build it again"
    case .unknownRequirement(let requirement, let name):
      "\(place): \(name) has no requirement \(requirement)"
    case .ambiguousRequirement(let requirement, let overloads):
      "\(place): \(requirement) stands for \(overloads.map(\.text).joined(separator: " and ")): "
        + "override all of them, or write @Extension(typed: true)"
    case .unanswered: "\(place): the accessor gave no answer"
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
      "several copies of Graft are loaded, each with a registry of its own: link "
        + "\(PluginRefusal.product(among: paths)) and the dynamic Swift library into "
        + "\(Self.toChange(among: paths)) (copies are in \(paths.joined(separator: " and ")))"
    }
  }

  /// The images to link differently, for people: libraries of Graft are as they have to be.
  private static func toChange(among copies: [String]) -> String {
    let others = copies.filter { PluginRefusal.product(ofLibrary: $0) == nil }
    return others.isEmpty ? "all that links another Graft" : others.joined(separator: " and ")
  }
}

extension RegistryDiagnostic: Encodable {
  public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }

  var json: JSON {
    [
      "kind": .string(Mirror(reflecting: kind).children.first?.label ?? "\(kind)"),
      "message": .string(description), "image": .string(image?.path),
      "extension": subjectExtension?.json ?? .null,
    ]
  }
}
