/**
 * Returns the milliseconds of a monotonic clock, which all processes share until the machine restarts. Waits use it
 * because the time of day may be changed during a wait.
 */
export function uptime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
}
