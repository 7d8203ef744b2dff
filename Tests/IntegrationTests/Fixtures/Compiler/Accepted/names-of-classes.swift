// SPDX-License-Identifier: Apache-2.0

import GraftCourier

class MessageExtension {}

@Extensible(suffix: .implementation)
public protocol Message {
  func send(_ text: String) -> Int
  func cancel()
}

@Default
extension Message where Self: Graft::AuthorDefault {
  public func cancel() {}
}

@Extension
final class Sending<Subject: Message>: MessageImplementation<Subject> {
  override func send(_ subject: Subject, _ text: String) -> Int { text.count }
}

struct Mail: Message {
  @Advisable((any Message).self) func cancel() {}
}

@Extensible(suffix: .extending) @Courier
protocol Listener: AnyObject {
  func hear(_ text: String) -> Int
}

enum Parts {
  @Extensible(suffix: .extension)
  public protocol Part { func part() -> Int }
}

@Extension
final class Parting<Subject: Parts.Part>: Parts.PartExtension<Subject> {
  override func part(_ subject: Subject) -> Int { 1 }
}

@Extensible
protocol Support { func help(unsafe: Bool) -> Int }

@Extension
final class Helping<Subject: Support>: SupportExtension<Subject> {
  override func help(_ subject: Subject, unsafe isUnsafe: Bool) -> Int { isUnsafe ? 1 : 2 }
}

@Extensible
protocol Dynamic { func change(_ unsafe: Int) }
