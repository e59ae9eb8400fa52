// A clock for tests, which replaces the timers of the platform. It jumps to the next timer as soon as no other work is
// left. So waits take no time, and timers run in the same order on every machine.

interface Timer {
  at: number;
  work: () => void;
}

let now = 0;
let timers: Timer[] = [];
let isRunning = false;
/** Number of running tasks that take real time. The clock is stopped meanwhile. */
let busy = 0;

export const performance = { now: () => now, timeOrigin: 0 };

export function setTimeout(work: () => void, milliseconds = 0): { unref(): void } {
  const timer: Timer = { at: now + Math.max(0, milliseconds), work };
  // Timers that are due at the same time run in the order of their creation.
  const index = timers.findIndex(({ at }) => at > timer.at);
  timers.splice(index === -1 ? timers.length : index, 0, timer);
  if (!isRunning) void runTimers();
  return Object.assign(timer, { unref: () => undefined });
}

export function clearTimeout(timer: unknown): void {
  timers = timers.filter((otherTimer) => otherTimer !== timer);
}

/** Replaces `process.hrtime`, which gives the check the uptime of the machine. */
export function hrtime(): [seconds: number, nanoseconds: number] {
  return [Math.floor(now / 1000), (now % 1000) * 1e6];
}

/** Runs a task while the clock is stopped. */
export async function withClockStopped<Value>(work: () => Promise<Value>): Promise<Value> {
  busy += 1;
  try {
    return await work();
  } finally {
    busy -= 1;
  }
}

export function passed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, milliseconds));
}

async function runTimers(): Promise<void> {
  isRunning = true;
  // After two turns of the event loop, code that waits only for promises has finished.
  for (let quietTurns = 0; timers.length > 0; quietTurns += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (busy > 0) quietTurns = 0;
    if (quietTurns < 2) continue;
    quietTurns = 0;
    const next = timers.shift();
    now = Math.max(now, next?.at ?? now);
    next?.work();
  }
  isRunning = false;
}
