import Graft

#dlopenNote("libpoppler.so.2", feature: "", description: "Prints PDF")
#dlopenNote("libpoppler.so.2", feature: "pdf", description: "Prints \(1)")
