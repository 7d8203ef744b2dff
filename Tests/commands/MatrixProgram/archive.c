#include <graft.h>

#ifdef __cplusplus
extern "C" {
#endif

void *matrix_archive_named(const graft_request *);
GRAFT_EXTENSION(matrix_archive_named, "Place", "MatrixArchive.ArchiveNamed",
                GRAFT_CONSTRAINTS("Named"), GRAFT_IMPLEMENTS("archive()", "all()"),
                GRAFT_PRIORITY(2), GRAFT_SOURCE("MatrixArchive/MatrixArchive.swift:12"));

#ifdef __cplusplus
}
#endif
