// SPDX-License-Identifier: Apache-2.0

public import Graft

@resultBuilder
public enum PartsBuilder<Context> {
  public static func buildBlock(_ parts: Int...) -> [Int] { parts }
}

@Extensible
@_spi(Internals)
public protocol Page: Sendable {
  associatedtype Context
  @PartsBuilder<Context> var body: [Int] { get }
  @PartsBuilder<Self.Context> func parts(_ count: Int) -> [Int]
  @Sendable func load() async throws -> Int
  @Sendable func size(_ count: Int) -> Int
}

@Default
extension Page where Self: Graft::AuthorDefault {
  public func load() async -> Int { 1 }
  public func size(_ count: Int) -> Int { count }
}

@Extension
final class Building<Subject: Page>: PageExtension<Subject> {
  @PartsBuilder<Subject.Context>
  override func body(_ subject: Subject) -> [Int] { 1 }
}
