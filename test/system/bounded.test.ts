import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { transformSync } from 'esbuild';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { runBounded, runInterruptibly, runWithinTurnBudget } from '../../scripts/system/time-limit.js';

const exploding = '^(a+)+$';
const bait = `${'a'.repeat(40)}!`;
const explode = (): boolean => new RegExp(exploding).test(bait);

/** Work that ends at this attempt, on a machine too busy to let this process run. */
function workOnBusyMachine(lastAttempt: number): () => number {
  const used = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 });
  onTestFinished(() => used.mockRestore());
  let attempts = 0;
  return () => {
    attempts += 1;
    return attempts < lastAttempt ? Number(explode()) : 7;
  };
}

describe('bounded work', () => {
  it('passes an exception through unchanged', async () => {
    const error = new TypeError('Thrown by the work.');
    const { stack } = error;
    const work = (): never => {
      throw error;
    };
    const bounded = new Promise((resolve) => resolve(runBounded(work, { milliseconds: 1000 })));
    expect(await bounded.catch((thrown: unknown) => thrown)).toBe(error);
    expect(error.stack).toBe(stack);
  });

  it('is stopped in the middle of a regular expression', () => {
    expect(runBounded(explode, { milliseconds: 50 })).toEqual({ stoppedBy: 'time' });
  });

  it('is repeated if a busy machine has hardly let it run', () => {
    const work = workOnBusyMachine(3);
    expect(runBounded(work, { milliseconds: 20 })).toEqual({ value: 7 });
    expect(runBounded(explode, { milliseconds: 20 })).toEqual({ stoppedBy: 'time' });
  });

  it('limits nested bounded work, whose limits do not end the outer work', () => {
    expect(runBounded(() => runBounded(explode, { milliseconds: 1 }), { milliseconds: 50 })).toEqual({
      stoppedBy: 'time',
    });
    expect(runBounded(() => runBounded(() => 7, { milliseconds: 1000 }), { milliseconds: 1000 })).toEqual({
      value: { value: 7 },
    });
  });

  it('safety 20: shares its time in one turn of the event loop, in which quick work still succeeds', {
    tags: 'slow',
  }, async () => {
    const turns = [runWithinTurnBudget(explode), runWithinTurnBudget(explode), runWithinTurnBudget(() => 7)];
    expect(turns).toEqual([{ stoppedBy: 'time' }, { stoppedBy: 'time' }, { value: 7 }]);
    let isHeard = false;
    process.once('SIGUSR2', () => (isHeard = true));
    process.kill(process.pid, 'SIGUSR2');
    // Each call has its own turn of the event loop, like the requests to a server.
    for (let turn = 0; turn < 3; turn += 1) {
      runWithinTurnBudget(explode);
      await new Promise(setImmediate);
    }
    expect(isHeard).toBe(true);
  });

  it('is also stopped in a worker thread', async () => {
    const text = readFileSync('scripts/system/time-limit.ts', 'utf8');
    const { code: source } = transformSync(text, { loader: 'ts', format: 'esm' });
    const use =
      `import { parentPort } from 'node:worker_threads';\n` +
      `parentPort.postMessage(runBounded(() => /${exploding}/.test('${bait}'), { milliseconds: 50 }));`;
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source + use)}`));
    expect(await once(worker, 'message')).toEqual([{ stoppedBy: 'time' }]);
  });
});

describe('work that a signal stops', () => {
  function countingSignals(): () => number {
    let signalCount = 0;
    const listener = (): void => void ++signalCount;
    process.on('SIGINT', listener);
    onTestFinished(() => void process.off('SIGINT', listener));
    return () => signalCount;
  }
  const interrupt = (): true => process.kill(process.pid, 'SIGINT');

  it('returns its value, after a second try if half a second was not enough', { tags: 'slow' }, async () => {
    expect(await runInterruptibly(() => 7, { milliseconds: 1000 })).toEqual({ value: 7 });
    let rounds = 0;
    const work = (): number => {
      rounds += 1;
      for (const end = performance.now() + 510; performance.now() < end; );
      return rounds;
    };
    expect(await runInterruptibly(work, { milliseconds: 20_000 })).toEqual({ value: 2 });
    expect(await runInterruptibly(explode, { milliseconds: 100 })).toEqual({ stoppedBy: 'time' });
  });

  it('is repeated if a busy machine has hardly let it run', { tags: 'slow' }, async () => {
    const work = workOnBusyMachine(4);
    expect(await runInterruptibly(work, { milliseconds: 550 })).toEqual({ value: 7 });
  });

  it('passes the signal that stopped it to the listeners', async () => {
    const countSignals = countingSignals();
    const listenersBefore = process.listeners('SIGINT');
    let rounds = 0;
    const work = (): never => {
      rounds += 1;
      if (rounds === 2) interrupt();
      for (;;);
    };
    expect(await runInterruptibly(work, { milliseconds: 20_000 })).toEqual({ stoppedBy: 'signal' });
    expect(countSignals()).toBe(1);
    expect(process.listeners('SIGINT')).toEqual(listenersBefore);
    // The listeners still receive the next signal.
    interrupt();
    await once(process, 'SIGINT');
    expect(countSignals()).toBe(2);
  });

  it('safety pattern: does not lose a signal that arrives during the first try', async () => {
    const countSignals = countingSignals();
    const controller = new AbortController();
    process.once('SIGINT', () => controller.abort());
    let rounds = 0;
    const work = (): never => {
      rounds += 1;
      if (rounds === 1) interrupt();
      for (;;);
    };
    expect(await runInterruptibly(work, { milliseconds: 20_000, signal: controller.signal })).toEqual({
      stoppedBy: 'signal',
    });
    expect({ heard: countSignals(), rounds }).toEqual({ heard: 1, rounds: 1 });
  });
});
