import { appendFileSync } from 'node:fs';
import { claim, describeHolder } from '../../scripts/system/claim.js';

/** Claims a folder, and prints that. Then the process stays until it is killed; with `die` it kills itself. */
const [folder = '', text] = process.argv.slice(2);
const claimed = await claim({ folder, prefix: 'writer' });
// Writes the line in one piece and at once, also to a pipe.
appendFileSync(1, 'holder' in claimed ? `${describeHolder(claimed.holder)}\n` : `${process.pid}\n`);
if ('release' in claimed && text === 'die') process.kill(process.pid, 'SIGKILL');
// With `end`, nothing but the claim could keep the process running.
if ('release' in claimed && text !== 'end') setInterval(() => undefined, 60_000);
