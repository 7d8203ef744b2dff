import Graft

@Extensible
protocol Shelf<Item>: AnyObject {
  associatedtype Item: Hashable
  var items: [Item] { get set }
  func first<Other>(where matches: (Item, Other) -> Bool) -> Self.Item?
  func twin() -> Self
}
