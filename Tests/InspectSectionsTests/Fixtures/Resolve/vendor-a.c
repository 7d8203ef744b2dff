#include <graft.h>

#ifdef HOSTILE
#define WRITTEN "</span>\"'><script>document.title = 1</script><img src=x>\n\\:3"
#else
#define WRITTEN "VendorA/VendorA.swift:3"
#endif

void *for_named(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_EXTENSION(for_named, "Greeter", "VendorA.ForNamed", GRAFT_CONSTRAINTS("Named"),
                GRAFT_SOURCE(WRITTEN), GRAFT_IMPLEMENTS("farewell(_:)"));
