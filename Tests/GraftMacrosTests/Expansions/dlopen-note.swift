import Graft

#dlopenNote(
  "libpoppler.so.2", "libpoppler.so.1", feature: "pdf", description: #"Prints "PDF" \ ü"#,
  priority: .suggested)
#dlopenNote("libz.so.1", feature: "gz", description: "Reads\tarchives")
