public import Graft
public import OwnAPI

// Protocols of the plug-in itself, and code that calls them.

#if NEWER
  private let build = "2"
#elseif NEWEST
  private let build = "3"
#else
  private let build = "1"
#endif

struct Unwilling: Error {}

@Plugin(name: "Own", version: "1.0.0")
enum Own: ImageLifecycle {
  static func onLoad(_ image: ExtensionImage) throws {
    #if UNWILLING
      throw Unwilling()
    #else
      Workers.keep(Guest(), of: image.fileName)
    #endif
  }

  static func onWithdraw(_ image: ExtensionImage) { print("withdrawn: \(Guest().text())") }
}

#if NEWER
  /// It has changed since.
  @Extensible
  protocol Badge {
    func color() -> String
    func text() -> String
  }

  @Extension
  final class Colors<Subject: Badge>: BadgeExtension<Subject> {
    override func color(_ subject: Subject) -> String { "red" }
  }
#else
  @Extensible
  protocol Badge {
    func text() -> String
  }
#endif

@Extensible
public protocol Medal {
  func metal() -> String
}

@Extensible
public protocol Token: ~Copyable {
  borrowing func mark() -> String
}

@Extensible
public protocol Box<Item> {
  associatedtype Item
  func count() -> String
}

protocol Named {}

public struct Guest: Badge, Medal, Box, Worker {
  public typealias Item = Int
  public init() {}

  public func work() -> String {
    let coin = Coin()
    let group = "\(Group<Guest>().text()) \(Group<Int>().text())"
    return "\(text()) \(group) \(metal()) \(coin.mark()) \(count()) \(Wax().seal())"
  }
}

struct Group<Member>: Badge {}

extension Group: Named where Member: Medal {}

struct Coin: ~Copyable, Token {}

@Extension
final class Badges<Subject: Badge>: BadgeExtension<Subject> {
  override func text(_ subject: Subject) -> String { "badge" + build }
}

@Extension
final class NamedBadges<Subject: Badge & Named>: BadgeExtension<Subject> {
  override func text(_ subject: Subject) -> String { "named " + super.text(subject) }
}

@Advice
final class Frames<Subject: Badge>: BadgeExtension<Subject> {
  override func text(_ subject: Subject) -> String { "[" + super.text(subject) + "]" }
}

@Extension
final class Medals<Subject: Medal>: MedalExtension<Subject> {
  override func metal(_ subject: Subject) -> String { "gold" + build }
}

@Advice(protocols: "Own.Medal")
final class Engraving: AroundPointcut {
  override func around(_ call: RunningCall, _ proceed: Proceed) throws {
    try proceed()
    if let metal = call.result as? String { try call.returns(metal + " by " + build) }
  }
}

@Extension
final class Tokens<Subject>: TokenExtension<Subject> where Subject: Token & ~Copyable {
  override func mark(_ subject: borrowing Subject) -> String { "mark" + build }
}

@Extension
final class Boxes<Subject: Box>: BoxExtension<Subject> where Subject.Item == Int {
  override func count(_ subject: Subject) -> String { "box" + build }
}

@Extension(priority: 1)
final class IntBoxes<Subject: Box<Int>>: BoxExtension<Subject> {
  override func count(_ subject: Subject) -> String { "int " + super.count(subject) }
}

#if ALIASED
  public typealias IntBox = Box<Int>

  @Extension(priority: 2)
  final class Aliased<Subject: IntBox>: BoxExtension<Subject> {
    override func count(_ subject: Subject) -> String { "aliased " + super.count(subject) }
  }
#endif

@Extensible
private protocol Seal {
  func seal() -> String
}

private struct Wax: Seal {}

@Extension
private final class Seals<Subject: Seal>: SealExtension<Subject> {
  override func seal(_ subject: Subject) -> String { "seal" + build }
}

@Extension
final class Windows<Subject: Window>: WindowExtension<Subject> {
  override func show(_ subject: Subject) -> String { "shown by " + build }
}
