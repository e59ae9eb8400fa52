// Kills this process with SIGKILL before step LEARN_STEP of a write into the folder LEARN_FOLDER. Steps are calls to
// the file system, starting when a draft is opened. A step that writes first writes half of its bytes.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const [last, folder = ''] = [Number(process.env['LEARN_STEP']), process.env['LEARN_FOLDER']];
/** @type {Record<string, (...args: unknown[]) => unknown>} */
const calls = /** @type {never} */ (fs);
let step = -1;
for (const name of ['openSync', 'fchmodSync', 'writeSync', 'fstatSync', 'fsyncSync', 'closeSync', 'renameSync']) {
  const original = calls[name] ?? (() => undefined);
  calls[name] = (...args) => {
    const isDraft = name === 'openSync' && args[1] === 'wx' && String(args[0]).startsWith(folder);
    if (step >= 0 || isDraft) step += 1;
    if (step === last) {
      if (name === 'writeSync') original(args[0], args[1], args[2], Math.floor(Number(args[3]) / 2));
      process.kill(process.pid, 'SIGKILL');
    }
    return original(...args);
  };
}
syncBuiltinESMExports();
