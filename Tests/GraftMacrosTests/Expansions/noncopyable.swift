import Graft

@Extensible
public protocol Resource: ~Copyable {
  borrowing func peek() -> Int
  consuming func close()
}
