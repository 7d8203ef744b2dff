import ShopAPI

struct Calendar: Article, Printed, Seasonal {}

print(Calendar.self)
