// A clock of the test's own, which stands in the place of the platform's timers in the programs that are tested. It
// goes on to the next timer as soon as nothing else is left to do, so that a wait takes no time, and the same waits
// come in the same order on every machine.

interface Timer {
  at: number;
  work: () => void;
}

let now = 0;
let timers: Timer[] = [];
let isRunning = false;
/** Work that takes real time; the clock stands still meanwhile. */
let busy = 0;

export const performance = { now: () => now, timeOrigin: 0 };

export function setTimeout(work: () => void, milliseconds = 0): { unref(): void } {
  const timer: Timer = { at: now + Math.max(0, milliseconds), work };
  // Behind those that are due at the same time.
  const index = timers.findIndex(({ at }) => at > timer.at);
  timers.splice(index === -1 ? timers.length : index, 0, timer);
  if (!isRunning) void run();
  return Object.assign(timer, { unref: () => undefined });
}

export function clearTimeout(timer: unknown): void {
  timers = timers.filter((each) => each !== timer);
}

/** Milliseconds, in place of those since the machine was started. */
export function uptime(): number {
  return now;
}

/** Does work during which the clock stands still. */
export async function standing<Value>(work: () => Promise<Value>): Promise<Value> {
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

async function run(): Promise<void> {
  isRunning = true;
  // Whoever waits for promises alone is through after two turns of the event loop.
  for (let quiet = 0; timers.length > 0; quiet += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (busy > 0) quiet = 0;
    if (quiet < 2) continue;
    quiet = 0;
    const next = timers.shift();
    now = Math.max(now, next?.at ?? now);
    next?.work();
  }
  isRunning = false;
}
