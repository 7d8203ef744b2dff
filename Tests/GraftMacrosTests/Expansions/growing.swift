import Graft

@Extensible(growing: true)
public protocol Shop: Sendable {
  associatedtype Item: Hashable
  @Required func open(with key: Key)
  func price(of item: Item, in currency: Money.Currency) -> [Coin: Int]
  func price(of code: String) -> any Priced<Coin>
  var till: Box<Coin> { get }
  func judge(_ result: Result) -> Result<Range<Int>, Never>
  func sort<Key>(by key: (Coin, Item) -> Box<Key>) -> Box<Box<Note>>
}
