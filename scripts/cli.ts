import { createRequire } from 'node:module';
import { contractVersion } from '../generated/operation-table.js';
import { exposedKeyMessage, hasKeyInText, withoutKey } from './check/transport/key.js';
import { againCommand } from './commands/again.js';
import { answersCommand } from './commands/answers.js';
import { checkCommand } from './commands/check.js';
import { command, runMain } from './commands/command.js';
import { diffCommand } from './commands/diff.js';
import { docsCommand } from './commands/docs.js';
import { explainCommand } from './commands/explain.js';
import { generateCommand } from './commands/generate.js';
import { initCommand } from './commands/init.js';
import { learnCommand } from './commands/learn.js';
import { mergeReportsCommand } from './commands/merge-reports.js';
import { mockCommand } from './commands/mock.js';
import { sandboxCommand } from './commands/sandbox.js';
import { specCommand } from './commands/spec.js';
import { statusCommand, undoCommand } from './commands/undo.js';
import { validateCommand } from './commands/validate.js';
import { exitCodes } from './text/exit-codes.js';
import { UsageError } from './text/usage-error.js';

/** All commands, in the order of the help. */
const commands = [
  mockCommand,
  sandboxCommand,
  docsCommand,
  specCommand,
  generateCommand,
  answersCommand,
  initCommand,
  checkCommand,
  explainCommand,
  againCommand,
  learnCommand,
  undoCommand,
  statusCommand,
  mergeReportsCommand,
  validateCommand,
  diffCommand,
];

/** Returns both versions, because the package may be newer than the contract in it. */
function versionsText(): string {
  const { version } = createRequire(import.meta.url)('../package.json') as { version: string };
  return `directory-contract ${version}, contract ${contractVersion}`;
}

const args = process.argv.slice(2);
const program = command(
  'directory-contract',
  'The contract of a directory service: its document, a mock, a sandbox, and a check for live servers.',
)
  .version(
    args.some((arg) => arg === '-v' || arg === '--version') ? versionsText() : contractVersion,
    '-v, --version',
    'print the versions of the package and of the contract',
  )
  .helpCommand('help [command]', 'Prints this help, or the help of a command.');
for (const each of commands) program.addCommand(each());

// Do not parse a command line that contains the key: an error message would quote it.
const refusal = command('directory-contract', '').action(() => {
  throw new UsageError(exposedKeyMessage('the command line'));
});
const hasKeyInArgs = args.some(hasKeyInText);
// Do not await the promise: the published program is CommonJS, which has no top-level await. A failed build ends with
// `usage`, not with a verdict, because the commands do not judge the document that they build from.
void runMain(hasKeyInArgs ? refusal : program, hasKeyInArgs ? [] : args, withoutKey, exitCodes.usage);
