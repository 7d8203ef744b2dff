import Graft

#dlopenNote(
  "libpoppler.so.2", "libpoppler.so.1", feature: "pdf", description: #"Prints "PDF""#,
  priority: .suggested)
#dlopenNote("libRedact.so", feature: "redaction", description: "Blackens names")

print("notes")
