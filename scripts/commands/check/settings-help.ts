import { baseUrlVariable } from '../../check/transport/target.js';
import { exitCodeLines, stoppedBySignal } from '../../text/exit-codes.js';
import { answersVariable } from '../answers-file.js';
import { configFile, variableOf } from './setting-names.js';

/** The help text below the flags. */
export const settingsHelp = `
Examples:
  directory-contract check http://127.0.0.1:4020
  directory-contract check https://directory.example.com --report junit=check.xml
  directory-contract check http://127.0.0.1:4020 --writes disposable

The API key comes only from DIRECTORY_API_KEY, or from what --key-command prints.

Each setting can also be an environment variable, or an entry in
${configFile} of the current folder: --max-time is
${variableOf('maxTime')} and "maxTime". ${baseUrlVariable} also sets the
address, and ${answersVariable} the answers. In variables, separate values by commas, and write true or false for
a flag without a value. A flag overrides a variable, and a variable overrides
the file. Paths in the file begin at its folder, and stay below it.

Exit codes; if several apply, the first one counts:
${exitCodeLines({
  keyInReport: 'a report contained the key, and was not written',
  notRestored: 'a resource was not restored, or that is unknown: run undo',
  journalDamaged: 'the journal of an earlier run is damaged',
  changedByOthers: 'somebody else changed a resource during the run; that change was kept',
  inUse: 'another run is writing, or must be undone first: run status',
  usage: 'the command line, a file, the contract or this machine is wrong',
  SIGHUP: stoppedBySignal,
  violated: 'the server violates the contract',
  noVerdict: 'no verdict: unreachable, key refused, server busy, out of time, own mistake',
  tooLittleTested: 'less was tested than --min-coverage requires',
  done: 'none of these',
})}`;
