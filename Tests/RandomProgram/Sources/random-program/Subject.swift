// SPDX-License-Identifier: Apache-2.0

import Graft
import RandomProtocols

/// A way in which code refers to a subject.
struct Reference: Sendable {
  let name: String
  /// The type that the compiler sees.
  let staticType: SubjectType
  /// The number of what calls hand on as another `Self`.
  let otherNumber: Int
  /// Requirements that can't be called so.
  let except: Set<Requirement>
  let call: @Sendable (Requirement, String) -> String
  let callLater: @Sendable (Requirement, String) async -> String

  init(
    _ name: String, _ staticType: SubjectType, otherNumber: Int = 0,
    except: Set<Requirement> = [],
    call: @escaping @Sendable (Requirement, String) -> String = { requirement, _ in
      fatalError("\(requirement) is called with await")
    },
    callLater: @escaping @Sendable (Requirement, String) async -> String = { requirement, _ in
      fatalError("\(requirement) is called without await")
    }
  ) {
    self.name = name
    self.staticType = staticType
    self.otherNumber = otherNumber
    self.except = except
    self.call = call
    self.callLater = callLater
  }
}

/// A conforming type, and where advice for it is installed.
final class SubjectType: Sendable {
  typealias Install = @Sendable (Advice, Advice.Scope) throws -> AdviceToken

  let name: String
  let world: World
  private let traits: Set<String>
  /// Those of them that hold on the main actor only.
  private let isolatedTraits: Set<String>
  /// The root first.
  let superclasses: [String]
  let isClass: Bool
  /// Whether a mutating implementation leaves a trace in its subjects.
  let counts: Bool
  /// Whether the plug-in brings it.
  let isOfPlugin: Bool
  let requirements: [Requirement]
  /// Those that are called with `await`.
  private let awaited: Set<Requirement>
  let install: Install

  /// - Parameter isOnMainActor: its conformance is isolated, though its protocol is not.
  init<Type: ~Copyable>(
    _ type: Type.Type, of world: World, superclasses: [String] = [], traits: [String],
    isolated: [String] = [], isClass: Bool = false, counts: Bool = true,
    isOnMainActor: Bool = false, isOfPlugin: Bool = false,
    install: @escaping Install = { advice, _ in
      preconditionFailure("\(advice.requirement) can't be advised")
    }
  ) {
    name = String(reflecting: type)
    self.world = world
    self.isClass = isClass
    self.superclasses = superclasses
    self.traits = Set(traits + (MemoryLayout<Type>.size <= 8 ? ["small"] : []))
    isolatedTraits = Set(isolated)
    self.counts = counts
    self.isOfPlugin = isOfPlugin
    requirements = world.requirements.filter { !isOnMainActor || !$0.isAsync }
    awaited =
      isOnMainActor
      ? Set(requirements) : world.isolated.union(world.requirements.filter(\.isAsync))
    self.install = install
  }

  func traits(for requirement: Requirement) -> Set<String> {
    world.isolated.contains(requirement) ? traits.union(isolatedTraits) : traits
  }

  func isAwaited(_ requirement: Requirement) -> Bool { awaited.contains(requirement) }

  /// By which advice can wait for it. Types with arguments and those of C are not looked up.
  var plainName: String? { name.contains("<") || name.hasPrefix("__C.") ? nil : name }
}

/// A subject, by all references to it.
final class Subject: Sendable {
  let number: Int
  let type: SubjectType
  let references: [Reference]
  let installOnObject: (@Sendable (Advice) throws -> AdviceToken)?

  init(
    number: Int, type: SubjectType, references: [Reference],
    installOnObject: (@Sendable (Advice) throws -> AdviceToken)? = nil
  ) {
    self.number = number
    self.type = type
    self.references = references
    self.installOnObject = installOnObject
  }
}

/// What one thread at a time uses.
final class Owned<Value: ~Copyable>: @unchecked Sendable {
  var value: Value

  init(_ value: consuming Value) { self.value = value }
}
