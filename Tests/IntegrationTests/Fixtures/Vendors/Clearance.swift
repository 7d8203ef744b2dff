import Graft
import ShopAPI

#if MENDED
  @Extension(priority: 1)
  final class OfSeasonal<Subject: Article & Seasonal>: ArticleExtension<Subject> {
    override func reduction(_ subject: Subject) -> Int { 30 }
  }
#else
  @Extension
  final class OfSeasonal<Subject: Article & Seasonal>: ArticleExtension<Subject> {
    override func reduction(_ subject: Subject) -> Int { 30 }
  }
#endif
