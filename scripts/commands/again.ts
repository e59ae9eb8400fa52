import type { Command } from 'commander';
import { formatExitCodes, signalHelp } from '../text/exit-codes.js';
import type { AgainFlags } from './again/run.js';
import { addSettings, networkSettings, type SettingName } from './check/settings.js';
import { command } from './command.js';

const help = `
Without an argument, the command lists the findings of the report. To choose a
finding, give its number in that list, its id, or the beginning of its id.

  directory-contract again 3 --base-url http://127.0.0.1:4020

The command repeats the requests that showed the finding in the run. If the run
created a resource for them, the command creates one too, and removes it at the
end. It does not take the server or the contract from the report. Give the same
server with --base-url, and the same contract with --contract, unless that is the
contract of this package. Requests that write need --writes disposable, and also
--confirm-host if the server is not on this machine. Without --writes
disposable, they are not sent, and all requests are printed. Updates and deletes
go only to resources that the command has created, or to ids that do not exist.
If the run had --writes noop or roundtrip, its writes to existing resources are
not repeated.

Exit codes:
${formatExitCodes({
  done: 'the finding did not occur again, or the findings were listed',
  violated: 'the finding occurred again',
  usage: 'the command line, the report or the key is wrong, or a flag that allows writes is missing',
  noVerdict:
    'unknown, because the server is unreachable, a needed resource cannot be created, or no request shows the finding',
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
  'otherKeyCommand',
  ...networkSettings,
  'timeout',
] as const satisfies readonly SettingName[];

const helpTexts: Partial<Record<SettingName, string>> = {
  writes: 'disposable allows requests that create, change and delete',
  only: 'operations to call although their names suggest that they stop the server or revoke the key',
};

export function againCommand(): Command {
  const secondCommand = command(
    'again',
    'Sends the requests of a finding again, and says whether the server still has the fault.',
  )
    .argument('[finding]', 'number, id, or beginning of the id')
    .addHelpText('after', help)
    .option('--report <file>', 'the JSON report; by default that of the configuration file, or check.json');
  return addSettings(secondCommand, sharedSettings, helpTexts).action(
    async (finding: string | undefined, flags: AgainFlags) => {
      process.exitCode = await (await import('./again/run.js')).runAgain(finding, flags);
    },
  );
}
