// A record as a later version may write it.
#include <graft.h>

void *fit_newer(const graft_request *request) {
  (void)request;
  return 0;
}

GRAFT_P_KEEP static struct {
  graft_record record;
  char text[32];
} fit_record = {
    {.size = 56, .version = 2, .kind = GRAFT_KIND_EXTENSION, .accessor = {fit_newer}},
    "Speaker\0Newer.Newer\0",
};
