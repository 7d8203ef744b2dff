import Graft

enum Printing {
  #dlopenNote("libpoppler.so.2", feature: "pdf", description: "Prints PDF")
}
