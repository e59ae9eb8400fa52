/**
 * Milliseconds on a clock that nobody sets, and that goes on from one process of a machine to the next until it is
 * started anew. Waits are measured by it: the time of day may be set while something is waited for.
 */
export function uptime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
}
