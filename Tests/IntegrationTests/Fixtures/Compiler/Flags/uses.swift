// SPDX-License-Identifier: Apache-2.0

public import GraftCourier

// What uses the protocols of the package for strict settings, in the same module.

public protocol Loud: Sendable { var volume: Int { get } }

@Extensible
public protocol Player: Sendable {
  associatedtype Track: Sendable
  var title: String { get set }
  func play(_ track: Track, times: Int) throws -> Int
  @Sendable func load() async throws -> Track?
  func save() throws(CancellationError)
  static var count: Int { get }
  subscript(index: Int) -> Track? { get }
  init(title: String)
  func all<Tracks: Sequence<Track>>(_ tracks: Tracks) -> Int
}

@Default
extension Player where Self: Graft::AuthorDefault {
  public func play(_ track: Track, times: Int) -> Int { times }
  public func load() async -> Track? { nil }
  public static var count: Int { 0 }
  public subscript(index: Int) -> Track? { nil }
}

@Default
extension Player where Self: Protocols::Loud, Self: Graft::AuthorDefault {
  public var title: String {
    get { "loud \(volume)" }
    set {}
  }
}

@Extensible(suffix: .implementation)
@_spi(Internals)
public protocol Backstage: Player {
  func prepare(_ track: Self.Track) -> Int
}

@Extension
final class Playing<Subject: Player & Loud>: PlayerExtension<Subject> {
  override func play(_ subject: Subject, _ track: Subject.Track, times: Int) throws -> Int {
    try super.play(subject, track, times: times) + subject.volume
  }
}

@Extension
final class Preparing<Subject: Backstage>: BackstageImplementation<Subject> {
  override func prepare(_ subject: Subject, _ track: Subject.Track) -> Int { 1 }
}

public struct Radio: Player, Sendable {
  public typealias Track = Int
  @Advisable((any Player).self)
  public func save() throws(CancellationError) { throw CancellationError() }
}

@Extensible
@Courier
public protocol Listener: AnyObject {
  func hear(_ text: String) -> String
}

@Advice(protocols: "Player")
nonisolated final class Logging: PointcutAdvice {
  override func before(_ call: AdvisedCall) {}
}

func advise() throws {
  try PlayerExtension<Radio>.joinPoints.play.before { _, track, times in print(track, times) }
    .remove()
}
