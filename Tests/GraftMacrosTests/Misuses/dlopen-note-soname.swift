import Graft

let library = "libpoppler.so.2"

#dlopenNote(library, feature: "pdf", description: "Prints PDF")
#dlopenNote("libpoppler.so.2", "", feature: "pdf", description: "Prints PDF")
#dlopenNote("/usr/lib/libpoppler.so.2", feature: "pdf", description: "Prints PDF")
