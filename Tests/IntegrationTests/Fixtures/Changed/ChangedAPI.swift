public import Graft

#if LATER
  @Extensible
  public protocol Shop {
    func price(_ item: String) -> Int
    func name() -> String
  }

  @Extension
  final class Pricing<Subject: Shop>: ShopExtension<Subject> {
    override func price(_ subject: Subject, _ item: String) -> Int { item.count }
  }
#else
  @Extensible
  public protocol Shop {
    func price(_ item: Int32) -> Int
    func name() -> String
  }

  @Extension
  final class Pricing<Subject: Shop>: ShopExtension<Subject> {
    override func price(_ subject: Subject, _ item: Int32) -> Int { Int(item) }
  }
#endif

@Extension
final class Naming<Subject: Shop>: ShopExtension<Subject> {
  override func name(_ subject: Subject) -> String { "shop" }
}
