protocol Describing {}

extension Describing {
  func describe() -> String { "described" }
}

@Extensible
protocol Report {
  func describe() -> String
}

struct Invoice: Report, Describing {}
