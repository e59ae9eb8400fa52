/** Keeps writes apart. */
export interface Pace {
  /** Waits until another write may be sent; whether that took any time. */
  wait(): Promise<boolean>;
  /** A write is sent now. */
  begin(): void;
}

/** @param interval milliseconds from the beginning of one write to that of the next */
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
