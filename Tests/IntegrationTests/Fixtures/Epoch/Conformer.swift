public import LoadAPI

/// All that there is of Graft in its image are the cells that its calls read.
public struct Fish: Numbered {
  public init() {}
}
