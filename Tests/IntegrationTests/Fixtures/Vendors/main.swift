import ShopAPI

struct Calendar: Article, Printed, Seasonal {}

struct Voucher: Article {
  func reduction() -> Int { 0 }
}

print(Voucher().reduction())
