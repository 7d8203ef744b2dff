-- Which hosts would meet a conflict: two extensions that implement the same requirement, under
-- the same constraints and with the same priority, so that none comes first. It goes by the
-- names, as `inspect-sections check` does for the files of one process.
SELECT DISTINCT
  a.labels['host'] AS host, a.protocol AS protocol, a.extension AS one, b.extension AS other
FROM descriptors a
JOIN asked ON a.release = asked.release
JOIN descriptors b
  ON b.release = a.release AND b.labels['host'] = a.labels['host']
  AND b.architecture = a.architecture AND b.protocol = a.protocol
  AND b.priority = a.priority AND b.predicate = a.predicate
  AND array_sort(b.constraints) = array_sort(a.constraints)
  AND arrays_overlap(b.requirements, a.requirements)
WHERE a.kind = 'extension' AND b.kind = 'extension' AND a.extension < b.extension
ORDER BY host, protocol, one, other
