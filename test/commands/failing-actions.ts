// A program with a command for each way in which an action can fail.
import { command, runMain } from '../../scripts/commands/command.js';
import { reportOpenWritesAtExit, watchStopSignals } from '../../scripts/system/exit-handler.js';
import { exitCodes } from '../../scripts/text/exit-codes.js';

function deep(): number {
  return deep() + 1;
}

const later = (work: () => void): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(work);
    setTimeout(resolve, 1000);
  });

const oddError = Object.assign(new Error('\u001b[2J\n::error::secret-key'), {
  toString: () => {
    throw new Error('no text');
  },
});

function fail(error: unknown): never {
  throw error;
}

const actions: Record<string, () => unknown> = {
  works: () => undefined,
  violated: () => {
    process.exitCode = exitCodes.violated;
  },
  undefined: () => fail(undefined),
  object: () => fail(Object.create(null)),
  deep,
  odd: () => fail(oddError),
  machine: () => fail(Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write', path: 'a.json' })),
  callback: () => later(() => fail(new TypeError('in a callback'))),
  rejection: () => later(() => void Promise.reject(new TypeError('nobody awaits it'))),
  never: () => new Promise(() => {}),
  'callback after a verdict': async () => {
    process.exitCode = exitCodes.violated;
    await later(() => fail(new TypeError('in a callback')));
  },
  'open write': () => {
    reportOpenWritesAtExit(() => 'A write is open.');
    throw new TypeError('in the middle');
  },
  'never with an open write': () => {
    reportOpenWritesAtExit(() => 'A write is open.');
    return new Promise(() => {});
  },
  'ends in order': async () => {
    const stop = watchStopSignals(() => process.stdout.write('stopping\n'));
    setImmediate(() => fail(new TypeError('in a callback')));
    const ticking = setInterval(() => undefined, 10);
    await new Promise((resolve) => stop.signal.addEventListener('abort', resolve));
    clearInterval(ticking);
    process.stdout.write('done\n');
    process.exitCode = exitCodes.violated;
  },
};

const program = command('failing', '');
for (const [name, action] of Object.entries(actions))
  program.addCommand(
    command(name.replaceAll(' ', '-'), '').action(async () => {
      await action();
    }),
  );
void runMain(program, process.argv.slice(2), (text) => text.replaceAll('secret-key', '[key]'));
