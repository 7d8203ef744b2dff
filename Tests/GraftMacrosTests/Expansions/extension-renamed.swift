@Extension(typed: true)
final class Ordering<T: Sorter>: SorterExtension<T> where T.Item == Int {
  override func sort(_ subject: T, _ items: [T.Item], like other: T?) -> [T.Item] { items }
}
