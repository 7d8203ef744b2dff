import Delegates
import GraftCourier

/// Has one delegate, and knows of no courier.
struct Table {
  let delegate: any DataDelegate

  func show(row: Int) {
    delegate.didScroll(to: row * 20)
    let count = delegate.numberOfRows(in: 0)
    print("row \(row) of \(count): \(delegate.title(of: row) ?? "no title")")
  }
}

final class Contacts: DataDelegate {
  let names = ["Ann", "Ben"]

  func didScroll(to offset: Int) { print("Contacts: at \(offset)") }
  func numberOfRows(in section: Int) -> Int { names.count }
  func title(of row: Int) -> String? { row < names.count ? names[row] : nil }
}

final class Advertisements: DataDelegate {
  func didScroll(to offset: Int) { print("Advertisements: at \(offset)") }
  func numberOfRows(in section: Int) -> Int { 1 }
  func title(of row: Int) -> String? { "Buy now!" }
}

/// Is told of scrolling, and asked nothing.
final class ScrollBar: ScrollDelegate {
  func didScroll(to offset: Int) { print("ScrollBar: at \(offset)") }
}

let (contacts, advertisements) = (Contacts(), Advertisements())
var scrollBar: ScrollBar? = ScrollBar()

let courier = DataDelegateCourier()
for receiver in [scrollBar!, contacts, advertisements] as [AnyObject] {
  try courier.receivers.add(receiver)
}
courier.receivers.setPolicy(.reduced(+), for: DataDelegateCourier.numberOfRows)
courier.receivers.setPolicy(.firstNonNil(), for: DataDelegateCourier.title)

let table = Table(delegate: courier)
table.show(row: 1)
table.show(row: 2)

scrollBar = nil  // It was held weakly.
courier.receivers.remove(contacts)
table.show(row: 0)

courier.receivers.remove(advertisements)
do {
  _ = try courier.receivers.deliver(DataDelegateCourier.numberOfRows) { $0.numberOfRows(in: 0) }
} catch {
  print("error: \(error)")
}
