-- Which builds of a plug-in are still out there, and on how many hosts.
SELECT f.soname AS soname, f.buildID AS build, count(DISTINCT f.labels['host']) AS hosts
FROM files f JOIN asked ON f.soname = asked.soname AND f.release = asked.release
GROUP BY f.soname, f.buildID
ORDER BY hosts DESC, build
