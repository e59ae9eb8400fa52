import { baseUrlVariable } from '../../check/transport/target.js';
import { exitCodeLines, stoppedBySignal } from '../../text/exit-codes.js';
import { configFile, variableOf } from './setting-names.js';

/** What stands below the flags in the help. */
export const settingsHelp = `
The key of the server comes from DIRECTORY_API_KEY alone.

Each setting has a twin in the environment and a name in the file
${configFile} of the current folder: --max-time is
${variableOf('maxTime')} and "maxTime". The address is ${baseUrlVariable},
too. Variables have commas between values, and true or false for a flag without
a value. A flag counts before a variable, and a variable before the file, whose
paths begin at its folder.

Exit codes, the first that holds:
${exitCodeLines({
  keyInReport: 'the key stood in a report, which was not written',
  notRestored: 'a thing is not what it was, or nobody can say: run undo',
  journalDamaged: 'the journal of a run before is damaged',
  changedByOthers: 'a thing was changed by somebody else meanwhile, and left so',
  inUse: 'another run writes there, or one before is not undone: run status',
  usage: 'the command line, a file or the contract is wrong',
  SIGHUP: stoppedBySignal,
  violated: 'the contract is violated',
  noVerdict: 'no verdict: unreachable, key refused, server busy, out of time',
  tooLittleTested: 'less was tested than --min-coverage',
  done: 'none of these',
})}`;
