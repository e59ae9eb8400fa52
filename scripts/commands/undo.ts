import type { Command } from 'commander';
import { formatExitCodes, signalHelp } from '../text/exit-codes.js';
import { decimalKind, parserOf } from './check/setting-kinds.js';
import { addSettings, descriptionOf } from './check/settings.js';
import { command } from './command.js';
import type { UndoFlags } from './undo/run.js';

const help = `
You can run undo again at any time. The key comes only from DIRECTORY_API_KEY,
or from what --key-command prints, and is sent to one server: if several servers
have changes to undo, choose one with --base-url or DIRECTORY_BASE_URL. Give the
same --header, --proxy, --ca and --client-cert flags as for the check.

Exit codes:
${formatExitCodes({
  done: 'nothing is left to undo',
  usage: 'the command line or the key is wrong, or other users can write to the folder for journals',
  noVerdict: 'the server cannot be reached, or it refuses the key',
  changedByOthers: 'somebody else changed a resource after the run began; that change was kept',
  notRestored: 'a resource was not restored, or may not have been; the journal is kept',
  journalDamaged: 'a journal is damaged',
  inUse: 'another process writes to the server',
  SIGHUP: signalHelp,
})}`;

/** Returns a parser for seconds, at most an hour. */
const secondsParserOf = (flag: string) => parserOf(flag, decimalKind(0, 3600, 'seconds'));

export function undoCommand(): Command {
  const undo = command(
    'undo',
    'Restores resources that a check with --writes noop or roundtrip changed and did not restore.',
  )
    .addHelpText('after', help)
    .option('--base-url <url>', 'undo only changes on this server; required if several servers have changes to undo')
    .option('--plan', 'only list the resources that would be restored')
    .option('--timeout <seconds>', descriptionOf('timeout'), secondsParserOf('--timeout'))
    .option(
      '--settle <seconds>',
      'how long a write may take to show in reads, 10 by default',
      secondsParserOf('--settle'),
    )
    .option(
      '--write-interval <seconds>',
      'pause between two writes; default 1, or 0 if the server is on this machine',
      secondsParserOf('--write-interval'),
    );
  const shared = ['allowInsecureHost', 'header', 'keyCommand', 'proxy', 'clientCert', 'clientKey', 'ca'] as const;
  return addSettings(undo, shared).action(async (flags: UndoFlags) => {
    process.exitCode = await (await import('./undo/run.js')).runUndo(flags);
  });
}

const statusHelp = `
The command sends no requests and needs no key.

Exit codes:
${formatExitCodes({
  done: 'no check is writing, and nothing is left to undo',
  usage: 'the command line is wrong, or other users can write to the folder for journals',
  journalDamaged: 'a journal is damaged',
  inUse: 'a check is writing, or changes are left to undo',
})}`;

export function statusCommand(): Command {
  return command('status', 'Lists the servers that a check is writing to, and the changes that are left to undo.')
    .addHelpText('after', statusHelp)
    .option('--base-url <url>', 'only this server')
    .action(async (flags: { baseUrl?: string }) => {
      process.exitCode = await (await import('./undo/run.js')).runStatus(flags);
    });
}
