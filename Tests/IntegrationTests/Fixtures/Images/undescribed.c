// An accessor that says that it has answered, and gives nothing.
#include <graft.h>
void *undescribed(const graft_request *request) {
  request->response->outcome = GRAFT_OUTCOME_ANSWERED;
  return 0;
}
GRAFT_EXTENSION(undescribed, "Speaker", "Undescribed.First", GRAFT_IMPLEMENTS("speak()"),
                GRAFT_PRIORITY(9), GRAFT_SOURCE("undescribed.c:1"));
GRAFT_EXTENSION(undescribed, "Speaker", "Undescribed.Second", GRAFT_IMPLEMENTS("speak()"),
                GRAFT_PRIORITY(8), GRAFT_SOURCE("undescribed.c:2"));
