// SPDX-License-Identifier: Apache-2.0

import ChangesAPI
import Graft

/// A build of a plug-in: four plug-ins with three versions each.
struct Build: Hashable, Comparable, CustomStringConvertible, Sendable {
  static let plugins = ["Ash", "Birch", "Cedar", "Dell"]
  static let all = (0..<12).map(Build.init)

  let number: Int

  var plugin: Int { number / 3 }
  var version: Int { number % 3 + 1 }
  var pluginName: String { Self.plugins[plugin] }
  var name: String { "\(pluginName)\(version)" }
  var description: String { name }

  static func < (one: Build, other: Build) -> Bool { one.number < other.number }

  init(number: Int) { self.number = number }

  init?(named name: String) {
    guard let build = Self.all.first(where: { $0.name == name }) else { return nil }
    self = build
  }

  var extensions: [RankedExtension] {
    switch name {
    case "Ash1": [.plain(self), .ofTall(self)]
    case "Ash2": [.plain(self, [.greet]), .first(self)]
    case "Ash3": [.plain(self, [.part]), .ofTall(self), .ofNamed(self)]
    case "Birch1", "Cedar3": [.plain(self), .first(self)]
    case "Birch2": [.plain(self, [.part]), .last(self)]
    case "Birch3", "Dell2":
      [.plain(self, [.greet]), .ofTall(self), .ofNamed(self), .ofBoth(self)]
    case "Cedar1": [.plain(self, [.greet]), .ofNamed(self)]
    case "Cedar2": [.plain(self, [.part]), .ofTall(self), .ofNamed(self)]
    case "Dell1": [.plain(self, [.part]), .first(self)]
    default: [.plain(self), .last(self)]
    }
  }
}

enum Requirement: String, CaseIterable, Sendable { case greet, part }

struct Constraints: OptionSet, Hashable, Sendable {
  let rawValue: Int
  static let tall = Constraints(rawValue: 1)
  static let named = Constraints(rawValue: 2)
}

enum Subject: String, CaseIterable, Sendable {
  case cat, dog, ox
  /// A type that was not called before.
  case fresh

  /// Those that an image declares and that are not generic.
  static let declared: [Subject] = [.cat, .dog, .ox]

  var meets: Constraints {
    switch self {
    case .cat: []
    case .dog, .fresh: .tall
    case .ox: [.tall, .named]
    }
  }
}

/// What the rules see of an extension.
struct RankedExtension: Hashable, Sendable {
  /// Nil for the program's.
  let build: Build?
  let name: String
  var priority = 0
  var constraints: Constraints = []
  var requirements: [Requirement] = [.greet]

  static let ground = RankedExtension(
    build: nil, name: "changes_program.Ground", requirements: Requirement.allCases)

  private init(
    build: Build?, name: String, priority: Int = 0, constraints: Constraints = [],
    requirements: [Requirement] = [.greet]
  ) {
    (self.build, self.name, self.priority) = (build, name, priority)
    (self.constraints, self.requirements) = (constraints, requirements)
  }

  private init(
    _ build: Build, _ name: String, priority: Int = 0, _ constraints: Constraints = [],
    _ requirements: [Requirement] = [.greet]
  ) {
    self.init(
      build: build, name: build.name + "." + name, priority: priority, constraints: constraints,
      requirements: requirements)
  }

  static func plain(
    _ build: Build, _ requirements: [Requirement] = Requirement.allCases
  ) -> RankedExtension { RankedExtension(build, "Plain", [], requirements) }

  static func first(_ build: Build) -> RankedExtension {
    RankedExtension(build, "First", priority: 1)
  }

  static func last(_ build: Build) -> RankedExtension {
    RankedExtension(build, "Last", priority: -1)
  }

  static func ofTall(_ build: Build) -> RankedExtension {
    RankedExtension(build, "OfTall", .tall)
  }

  static func ofNamed(_ build: Build) -> RankedExtension {
    RankedExtension(build, "OfNamed", .named)
  }

  static func ofBoth(_ build: Build) -> RankedExtension {
    RankedExtension(build, "OfBoth", [.tall, .named])
  }

  /// By the rules "priority" and "specific".
  func precedes(_ other: RankedExtension) -> Bool {
    priority != other.priority
      ? priority > other.priority : constraints.isStrictSuperset(of: other.constraints)
  }
}

/// What an image's `onLoad` does.
struct Behaviour: Hashable, Sendable {
  enum Step: Hashable, Sendable {
    case nothing, call, advise
    case load(Build)
    case block(String)
  }

  var step = Step.nothing
  var isThrowing = false
}
