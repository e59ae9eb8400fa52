import type { Command } from 'commander';
import { formatExitCodes, signalHelp } from '../text/exit-codes.js';
import type { AgainFlags } from './again/run.js';
import { addSettings, type SettingName } from './check/settings.js';
import { command } from './command.js';

const help = `
Without a finding it lists those of the report. A finding is named by its
number there, by its id, or by the beginning of its id.

  directory-contract again 3 --base-url http://127.0.0.1:4020

It sends what the run has sent to show the finding: where the run made a
resource for that, so does this, and removes it. A report decides nothing:
--base-url must name the server of the report, and --contract its contract,
unless that is the one of this package. What writes needs --writes disposable,
and --confirm-host for another host than this machine; without them the
requests are printed. Updates and deletes go only to what this command has
made, or to ids that nothing has. What a run with --writes noop or roundtrip
wrote to existing resources is not written again.

Exit codes:
${formatExitCodes({
  done: 'the finding does not show again; or the list was printed',
  violated: 'the finding shows again',
  usage: 'the command line, the report or the key is wrong, or it may not write',
  noVerdict: 'the server cannot be reached, or what the finding needs cannot be made',
  SIGHUP: signalHelp,
})}`;

const sharedSettings = [
  'baseUrl',
  'writes',
  'confirmHost',
  'allowInsecureHost',
  'contract',
  'answers',
  'noAnswers',
  'only',
  'exclude',
  'auth',
  'header',
  'keyCommand',
  'timeout',
] as const satisfies readonly SettingName[];

const helpTexts: Partial<Record<SettingName, string>> = {
  writes: 'disposable allows requests that create, change and delete',
  only: 'operations that may be called although their names say that they stop something',
};

export function againCommand(): Command {
  const again = command(
    'again',
    'Sends the requests of a finding again, and says whether the server still has the fault.',
  )
    .argument('[finding]', 'number, id, or beginning of the id')
    .addHelpText('after', help)
    .option('--report <file>', 'the JSON report; by default that of the configuration file, or check.json');
  return addSettings(again, sharedSettings, helpTexts).action(
    async (finding: string | undefined, flags: AgainFlags) => {
      process.exitCode = await (await import('./again/run.js')).runAgain(finding, flags);
    },
  );
}
