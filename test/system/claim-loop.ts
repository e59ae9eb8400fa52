import { once } from 'node:events';
import { closeSync, openSync, rmSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { claim } from '../../scripts/system/claim.js';

/**
 * Claims a folder repeatedly. While the process holds the claim, it creates a marker file. If the file already
 * exists, another process held the claim at the same time.
 */
const [folder = '', marker = '', times = '0'] = process.argv.slice(2);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const came = { had: 0, refused: 0, together: 0 };
while (came.had < Number(times)) {
  const claimed = await claim({ folder, prefix: 'writer' });
  if ('holder' in claimed) {
    came.refused += 1;
    continue;
  }
  try {
    closeSync(openSync(marker, 'wx'));
    await wait(Math.random() * 3);
    rmSync(marker);
  } catch {
    came.together += 1;
  }
  came.had += 1;
  claimed.release();
  if (came.had % 2 === 0) await wait(0);
}
process.stdout.write(`${JSON.stringify(came)}\n`);
process.stdin.destroy();
