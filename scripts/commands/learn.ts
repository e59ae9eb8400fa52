import type { Command } from 'commander';
import { formatExitCodes, signalHelp } from '../text/exit-codes.js';
import { learnSettings } from './check/learn-settings.js';
import { addSettings, type SettingName } from './check/settings.js';
import { collectValues, command } from './command.js';
import type { LearnFlags } from './learn/run.js';

const helpTexts: Partial<Record<SettingName, string>> = {
  answers: 'the file to write (default: ./directory.answers.yaml). It need not exist',
};

const help = `
The command runs a check, or reads recorded traffic and sends nothing. Then it
finds out which answers to the open questions the responses support. In a
terminal, it shows each of these answers, and writes those that you accept.
Elsewhere it prints the answers, and writes them only with --yes. It never
changes an answer that a person gave. It drops an answer that would cause more
findings in the same responses. If you stop a run, it uses what it has learnt
so far. The settings are those of check, with the same variables and file;
the API key comes only from DIRECTORY_API_KEY, or from what --key-command
prints.

Exit codes; if several apply, the first one counts:
${formatExitCodes({
  keyInReport: 'an answer contained the key, and nothing was written',
  notRestored: 'a resource was not restored, or may not have been: run "undo"',
  journalDamaged: 'the journal of an earlier run is damaged',
  changedByOthers: 'somebody else changed a resource during the run; that change was kept',
  inUse: 'another run is writing, or has left changes to undo: run "status"',
  usage: 'the command line, a file or the contract is wrong, or somebody changed the answers during the run',
  SIGHUP: signalHelp,
  violated:
    'the service contradicts an answer of a person, or violations are left; with --check, also if it contradicts any ' +
    'answer or shows a new one',
  noVerdict: 'incomplete: server unreachable or busy, key refused, or out of time',
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
    .option('--yes', 'write the answers that the responses support, without asking')
    .option('--accept-likely', 'also accept likely answers, which no response contradicts')
    .option('--dry-run', 'write nothing')
    .option('--check', 'write nothing; fail if the service shows a new answer, or contradicts one')
    .option('--json', 'print JSON; ask nothing')
    .action(async (flags: LearnFlags) => {
      process.exitCode = await (await import('./learn/run.js')).runLearn(flags);
    });
}
