import type { Command } from 'commander';
import { exitCodeLines, stoppedBySignal } from '../text/exit-codes.js';
import { command, seconds } from './command.js';
import type { UndoFlags } from './undo/run.js';

const help = `
It may be run again at any time. The key comes from DIRECTORY_API_KEY alone, and
goes to one server: where several have something left, name one with --base-url
or DIRECTORY_BASE_URL.

Exit codes:
${exitCodeLines({
  done: 'nothing is left to undo',
  usage: 'the command line or the key is wrong',
  noVerdict: 'the server cannot be reached, or refuses the key',
  changedByOthers: 'a thing was changed by somebody else meanwhile, and left so',
  notRestored: 'a thing is not what it was, or nobody can say; the journal is kept',
  journalDamaged: 'a journal is damaged',
  inUse: 'another process writes to the server',
  SIGHUP: stoppedBySignal,
})}`;

export function undoCommand(): Command {
  return command(
    'undo',
    'Puts back what a check with --writes noop or roundtrip has left, because it was cut off or could not.',
  )
    .addHelpText('after', help)
    .option('--base-url <url>', 'only what was written to this server; needed where several have something left')
    .option('--plan', 'only say what it would look at')
    .option('--timeout <seconds>', 'for one request in all, 30 by default', seconds('--timeout'))
    .option(
      '--settle <seconds>',
      'that reads may lag behind writes, and a write may come late, 10 by default',
      seconds('--settle'),
    )
    .option(
      '--write-interval <seconds>',
      'between two writes, 1 by default, 0 on this machine',
      seconds('--write-interval'),
    )
    .option('--allow-insecure-host <host>', 'a host that may be called by http though it is not this machine')
    .action(async (flags: UndoFlags) => {
      process.exitCode = await (await import('./undo/run.js')).runUndo(flags);
    });
}
