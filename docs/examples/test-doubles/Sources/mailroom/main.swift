import Mail

print("the bills cost", try await bill(["ann@example.org"]))
