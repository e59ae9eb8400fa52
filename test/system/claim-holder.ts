import { appendFileSync } from 'node:fs';
import { claim, describeHolder } from '../../scripts/system/claim.js';

/** A process that claims a folder, and says so. With `die` it then kills itself; otherwise it stays until a kill. */
const [folder = '', then] = process.argv.slice(2);
const claimed = await claim({ folder, prefix: 'writer' });
// In one piece and at once, also to a pipe.
appendFileSync(1, 'holder' in claimed ? `${describeHolder(claimed.holder)}\n` : `${process.pid}\n`);
if ('release' in claimed && then === 'die') process.kill(process.pid, 'SIGKILL');
if ('release' in claimed) setInterval(() => undefined, 60_000);
