/** Makes a function that returns when so many milliseconds have passed since it returned last, and whether that took any time. */
export function pacing(interval: number): () => Promise<boolean> {
  let last = -Infinity;
  return async () => {
    const wait = last + interval - performance.now();
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    last = performance.now();
    return wait > 0;
  };
}
