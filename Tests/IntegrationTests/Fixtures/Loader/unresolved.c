// Can't be opened: nobody has the symbol. Until that is found out, it is mapped.
#include <graft.h>

extern int nobody_has_this(void);
int unresolved(void) { return nobody_has_this(); }

static void *answer(const graft_request *request) {
  (void)request;
  return 0;
}
GRAFT_EXTENSION(answer, "Any", "Unresolved.Any");
