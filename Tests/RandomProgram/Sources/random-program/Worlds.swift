// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

// The classes of the modules `RandomExtensions` and `RandomPlugin`, and the protocols' defaults.

private let every = Set(Requirement.allCases)
private let ofSpeakers = Array(Requirement.allCases.prefix(15))

private func some(from start: Int, by step: Int) -> Set<Requirement> {
  Set(stride(from: start, to: ofSpeakers.count, by: step).map { ofSpeakers[$0] })
}

extension Oracle.Link {
  fileprivate init(
    _ name: String, _ tag: String, _ constraints: Set<String>, priority: Int = 0,
    _ style: Style = .passing, _ requirements: Set<Requirement> = every, isAdvice: Bool = false,
    of module: String = "RandomExtensions"
  ) {
    self.init(
      name: name.isEmpty ? "" : module + "." + name, tag: tag, priority: priority,
      constraints: constraints, style: style, requirements: requirements, isAdvice: isAdvice,
      isOfPlugin: module == "RandomPlugin")
  }

  /// A default of the protocol, which nothing comes after.
  fileprivate static func ownDefault(
    _ tag: String, _ constraints: Set<String> = [], _ requirements: Set<Requirement> = every
  ) -> Self {
    Self("", tag, constraints, priority: .min, .terminal, requirements)
  }
}

extension World {
  static let speakers = World(
    "Speaker", ofSpeakers, ofEverySubject: Set(ofSpeakers),
    links: [
      .ownDefault("D"),
      .ownDefault("E", ["Aged"], [.plain, .change, .fill]),
      .init("Ground", "G", [], .terminal),
      .init("Fallback", "B", [], priority: -1, .terminal),
      .init("OfNamed", "N", ["Named"]),
      .init("OfAged", "A", ["Aged"]),
      .init("OfBoth", "O", ["Named", "Aged"], .passing, Set(ofSpeakers.prefix(8))),
      .init("OfHost", "H", ["Host"], .twice, some(from: 0, by: 2)),
      .init("OfAnimal", "M", ["Animal"], .passing, some(from: 1, by: 3)),
      .init("Small", "S", ["small"], priority: 2, .passing, some(from: 0, by: 3)),
      .init("Festive", "F", ["Aged"], priority: 10, .twice, some(from: 2, by: 4)),
      .init(
        "OfLit", "I", ["Lit"], priority: 4, .passing,
        [.plain, .failing, .change, .kind, .title, .setTitle]),
      .init("Curt", "C", [], .passing, isAdvice: true),
      .init("Polite", "P", ["Named"], priority: 1, .passing, isAdvice: true),
      .init(
        "Guest", "V", ["Named"], priority: 5, .passing, [.plain, .failing, .change],
        of: "RandomPlugin"),
      .init(
        "Guide", "U", [], priority: 2, .passing, [.plain, .title, .several], isAdvice: true,
        of: "RandomPlugin"),
    ],
    installOnEverySubject: {
      try installAdvice($0, at: SpeakerJoinPoints.everySubject) { $0.number }
    })

  static let workers = World(
    "Worker", [.plain, .failing, .later, .laterFailing, .title, .label],
    isolated: [.plain, .failing, .later, .laterFailing, .title],
    links: [
      .init("GroundWorker", "G", [], .terminal),
      .init("NamedWorker", "N", ["Named"]),
      .init("AgedWorker", "A", ["Aged"], .twice, [.plain, .failing, .later, .label]),
      .init(
        "BothWorker", "O", ["Named", "Aged"], .passing, [.failing, .later, .laterFailing, .title]),
      .init("CurtWorker", "C", [], isAdvice: true),
      .init(
        "GuestWorker", "V", ["Aged"], priority: 1, .passing, [.plain, .later],
        of: "RandomPlugin"),
    ])

  static let screens = World(
    "Screen", [.plain, .failing, .later, .change, .title, .setTitle, .label],
    isolated: [.plain, .failing, .later, .change, .title, .setTitle],
    ofEverySubject: [.plain, .label],
    links: [
      .ownDefault("D"),
      .init("GroundScreen", "G", [], .terminal),
      .init("NamedScreen", "N", ["Named"]),
      .init("LitScreen", "I", ["Lit"], priority: 3),
      .init("CurtScreen", "C", [], isAdvice: true),
    ],
    installOnEverySubject: { try installOnEveryScreen($0) })

  static let handles = World(
    "Handle", [.plain, .failing, .later, .title, .setTitle, .with],
    ofEverySubject: [.plain, .setTitle],
    links: [
      .ownDefault("D"),
      .init("GroundHandle", "G", [], .terminal),
      .init("NamedHandle", "N", ["Named"]),
      .init("AgedHandle", "A", ["Aged"], .passing, [.plain, .failing, .setTitle, .with]),
      .init("GripHandle", "M", ["Grip"], priority: 1, .passing, [.failing, .later, .with]),
      .init("CurtHandle", "C", [], isAdvice: true),
    ],
    installOnEverySubject: { try installOnEveryHandle($0) })

  static let makers = World(
    "Maker", [.make, .hand, .with, .kind, .plain, .pass], ofEverySubject: [.kind, .plain],
    links: [
      .init("GroundMaker", "G", [], .terminal),
      .init("SealedMaker", "L", ["Item: Sealed"]),
      // That the item is a parcel implies that it is sealed.
      .init(
        "ParcelMaker", "Q", ["Item: Sealed", "Item == Parcel"], .passing,
        [.make, .hand, .with, .pass]),
      .init("NamedMaker", "N", ["Named"], .passing, [.hand, .with, .kind, .plain, .pass]),
      .init("CurtMaker", "C", [], isAdvice: true),
    ],
    installOnEverySubject: { try installOnEveryMaker($0) })

  static let tokens = World(
    "Token", [.plain, .failing, .change, .close, .kind], canBeAdvised: false,
    links: [
      .init("GroundToken", "G", [], .terminal),
      .init("StampedToken", "T", ["Stamped"]),
      .init("LoudToken", "L", [], priority: 3, .passing, [.plain, .failing, .close, .kind]),
      // With the constraint of another, which it precedes as a plug-in's.
      .init("GuestToken", "V", ["Stamped"], .passing, [.change, .close], of: "RandomPlugin"),
    ])
}
