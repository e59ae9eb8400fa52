import { vi } from 'vitest';
import { againCommand } from '../../../scripts/commands/again.js';
import { answersCommand } from '../../../scripts/commands/answers.js';
import { checkCommand } from '../../../scripts/commands/check.js';
import { command, runMain } from '../../../scripts/commands/command.js';
import { diffCommand } from '../../../scripts/commands/diff.js';
import { docsCommand } from '../../../scripts/commands/docs.js';
import { explainCommand } from '../../../scripts/commands/explain.js';
import { generateCommand } from '../../../scripts/commands/generate.js';
import { learnCommand } from '../../../scripts/commands/learn.js';
import { mergeReportsCommand } from '../../../scripts/commands/merge-reports.js';
import { sandboxCommand } from '../../../scripts/commands/sandbox.js';
import { specCommand } from '../../../scripts/commands/spec.js';
import { validateCommand } from '../../../scripts/commands/validate.js';

const commands = [
  againCommand,
  answersCommand,
  checkCommand,
  diffCommand,
  docsCommand,
  explainCommand,
  generateCommand,
  learnCommand,
  mergeReportsCommand,
  sandboxCommand,
  specCommand,
  validateCommand,
];

/** The output of a command. */
export interface Printed {
  stdout: string;
  stderr: string;
  code: number | undefined;
}

/** Events to which a command listens until its process ends. */
const listenedEvents: readonly (readonly [NodeJS.EventEmitter, string])[] = [
  [process, 'exit'],
  [process, 'uncaughtException'],
  [process.stdout, 'error'],
  [process.stdout, 'close'],
  [process.stderr, 'error'],
];

/** Runs a command line in this process, as the program does in a folder. Stops a server as soon as it is ready. */
export async function runHere(args: readonly string[], folder = '.'): Promise<Printed> {
  const program = command('directory-contract', 'A test.');
  for (const each of commands) program.addCommand(each());
  const printedOutput: Printed = { stdout: '', stderr: '', code: undefined };
  const listenersBefore = process.listeners('SIGTERM');
  const spies = (['stdout', 'stderr'] as const).map((name) =>
    vi.spyOn(process[name], 'write').mockImplementation((text, encoding, done = encoding as unknown as () => void) => {
      printedOutput[name] += typeof text === 'string' ? text : Buffer.from(text).toString();
      if (typeof done === 'function') done();
      if (printedOutput.stdout.includes('Press Ctrl-C to stop'))
        for (const stop of process.listeners('SIGTERM')) if (!listenersBefore.includes(stop)) stop('SIGTERM');
      return true;
    }),
  );
  const others = listenedEvents.map(([emitter, event]) => emitter.rawListeners(event));
  const home = process.cwd();
  process.chdir(folder);
  try {
    await runMain(program, args);
    return { ...printedOutput, code: Number(process.exitCode ?? 0) };
  } finally {
    process.chdir(home);
    for (const spy of spies) spy.mockRestore();
    for (const [index, [emitter, event]] of listenedEvents.entries())
      for (const listener of emitter.rawListeners(event) as (() => void)[])
        if (!others[index]?.includes(listener)) emitter.off(event, listener);
    process.exitCode = undefined;
  }
}
