/**
 * Returns the milliseconds of a monotonic clock, which all processes share until the machine restarts. Waits use it
 * because the time of day may be changed during a wait.
 */
export function uptime(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + Math.floor(nanoseconds / 1e6);
}

/** Keeps a minimum time between writes. */
export interface Pace {
  /** Waits until the next write may be sent; returns whether it had to wait. */
  wait(): Promise<boolean>;
  /** Call this when a write is sent. */
  begin(): void;
}

/** @param interval milliseconds from the start of one write to the start of the next */
export function pacing(interval: number): Pace {
  let last = -Infinity;
  return {
    async wait() {
      const left = last + interval - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
      return left > 0;
    },
    begin() {
      last = performance.now();
    },
  };
}
