import { contractVersion } from '../generated/operation-table.js';
import { holdsKey, keyRefusal, withoutKey } from './check/transport/key-in-text.js';
import { checkCommand } from './commands/check.js';
import { command, run } from './commands/command.js';
import { diffCommand } from './commands/diff.js';
import { docsCommand } from './commands/docs.js';
import { mergeReportsCommand } from './commands/merge-reports.js';
import { mockCommand } from './commands/mock.js';
import { sandboxCommand } from './commands/sandbox.js';
import { specCommand } from './commands/spec.js';
import { statusCommand } from './commands/status.js';
import { undoCommand } from './commands/undo.js';
import { exitCodes } from './text/exit-codes.js';

/** In the order of the help. */
const commands = [
  mockCommand,
  sandboxCommand,
  docsCommand,
  specCommand,
  checkCommand,
  undoCommand,
  statusCommand,
  mergeReportsCommand,
  diffCommand,
];

const program = command(
  'directory-contract',
  'The interface of a directory service: its document, a mock and a sandbox of it, and the check of a server.',
).version(contractVersion, '--version', 'print the version of the contract');
for (const each of commands) program.addCommand(each());

// Whoever reads may stop early, as `head` does, and a terminal may be closed: that is no mistake, and must not keep a
// run from putting back what it wrote.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error;
  });
}

const args = process.argv.slice(2);
// A mistake in the command line would be answered with what was typed.
if (args.some(holdsKey)) {
  process.stderr.write(`${keyRefusal('the command line')}\n`);
  process.exitCode = exitCodes.usage;
} else {
  await run(program, args, withoutKey);
}
