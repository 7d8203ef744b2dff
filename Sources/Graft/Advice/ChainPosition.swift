// SPDX-License-Identifier: Apache-2.0

/// The position of advice in chains.
struct ChainPosition: TableKey {
  let extended: GeneratedCode.ExtensibleProtocol
  let requirement: Int
  let scope: AdviceScope
  let precedence: Int
  /// The rank of its kind.
  let rank: Int
  /// Whether the advice is for single tasks.
  let isForTasks: Bool
  /// The image with which the advice counts.
  let owner: Owner

  init(
    _ body: AdviceBody, at advised: AdvisedRequirement, _ options: AdviceOptions,
    owner: Owner
  ) {
    extended = advised.extended
    requirement = advised.requirement
    scope = advised.scope.object.map { .objects(of: TypeMetadata($0.type)) } ?? advised.scope
    precedence = options.precedence
    rank = body.kind.rank
    isForTasks = options.task != nil
    self.owner = owner
  }

  /// Whether only some objects or tasks run the advice there.
  var isSelected: Bool {
    if case .objects = scope { true } else { isForTasks }
  }

  /// The subjects in words.
  var subjects: String { isForTasks ? "\(scope), in single tasks" : "\(scope)" }

  /// Whether both are for single objects, or both for single tasks, and only their age tells
  /// which is further outside.
  func isTied(with other: ChainPosition) -> Bool {
    isSelected && other.isSelected && isForTasks == other.isForTasks
      && requirement == other.requirement && precedence == other.precedence && rank == other.rank
      && scope.rank == other.scope.rank && scope.depth == other.scope.depth
  }

  func concerns(_ base: any ExtensionBase.Type) -> Bool {
    base.extensibleProtocol === extended && scope.contains(base.subject)
  }

  var hash: UInt {
    Self.hash(of: ObjectIdentifier(extended).hash ^ scope.hash &+ UInt(requirement))
  }

  static func == (one: ChainPosition, other: ChainPosition) -> Bool {
    one.extended === other.extended && one.requirement == other.requirement
      && one.scope == other.scope && one.precedence == other.precedence
      && one.rank == other.rank && one.isForTasks == other.isForTasks
      && one.owner == other.owner
  }
}
