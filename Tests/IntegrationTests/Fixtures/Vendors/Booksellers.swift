import Graft
import ShopAPI

@Extension
final class OfPrinted<Subject: Article & Printed>: ArticleExtension<Subject> {
  override func reduction(_ subject: Subject) -> Int { 5 }
}
