import type { Command } from 'commander';
import { formatExitCodes, signalHelp } from '../text/exit-codes.js';
import { learnSettings } from './check/learn-settings.js';
import { addSettings, type SettingName } from './check/settings.js';
import { collectValues, command } from './command.js';
import type { LearnFlags } from './learn/run.js';

const helpTexts: Partial<Record<SettingName, string>> = {
  answers: 'the file to write; default directory.answers.yaml here. It need not exist',
};

const help = `
It runs what check runs, or reads recorded traffic and sends nothing, and asks
of each open question what the responses say. At a terminal it shows each
answer that they support, and writes those that you accept. Elsewhere it
prints them, and writes only with --yes. It never changes the answer of a
person. If a run is cut off, what was learnt until then counts. The settings
are those of check, with the same variables and file; the API key comes only
from DIRECTORY_API_KEY, or from what --key-command prints.

Exit codes; if several apply, the first one counts:
${formatExitCodes({
  keyInReport: 'an answer contained the key, and nothing was written',
  notRestored: 'a resource was not restored, or that is unknown: run undo',
  journalDamaged: 'the journal of an earlier run is damaged',
  changedByOthers: 'somebody else changed a resource meanwhile; that change was kept',
  inUse: 'another run is writing, or must be undone first: run status',
  usage: 'wrong command line, file or contract, or answers changed meanwhile',
  SIGHUP: signalHelp,
  violated: 'the service contradicts a person; with --check, also a new answer',
  noVerdict: 'incomplete: unreachable, key refused, server busy, out of time',
  done: 'none of these',
})}`;

export function learnCommand(): Command {
  const learn = command(
    'learn',
    'Finds answers to the open questions of the contract in responses of a server or in recorded traffic.',
  ).addHelpText('after', help);
  return addSettings(learn, learnSettings, helpTexts)
    .option(
      '--har <file>',
      'learn from recorded traffic, and send nothing: a HAR 1.2 of any size, or a JSON report of check --exchanges; ' +
        'may be repeated',
      collectValues,
    )
    .option('--yes', 'write what is shown, without questions')
    .option('--accept-likely', 'also accept likely answers, which no response contradicts')
    .option('--dry-run', 'write nothing')
    .option('--check', 'write nothing; fail if the service shows a new answer, or contradicts one')
    .option('--json', 'print JSON; ask nothing')
    .action(async (flags: LearnFlags) => {
      process.exitCode = await (await import('./learn/run.js')).runLearn(flags);
    });
}
