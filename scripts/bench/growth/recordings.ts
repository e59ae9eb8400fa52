import { join } from 'node:path';
import { measuredCommand } from '../frame/measured-command.js';
import { benchFolder, ourCommand } from '../frame/our-programs.js';
import { recorded, writeRecording } from '../learn/recording.js';
import { type Growing, spentBy } from './grown.js';

/** `learn` from recordings of so many megabytes. */
export function recordings(megabytes: readonly number[]): Growing {
  return {
    title: 'Learn from a larger HAR',
    measures: 'Processor time and memory of `learn --har`, with other ids in each turn of the recording.',
    sizes: megabytes.map((size) => ({
      name: `${size.toLocaleString('en')} MB`,
      size,
      async measure() {
        const folder = benchFolder();
        const file = join(folder, 'traffic.har');
        await writeRecording(file, await recorded(), size);
        const args = [await ourCommand(), 'learn', '--har', file];
        return spentBy(await measuredCommand(process.execPath, args, { cwd: folder, timeout: 1_800_000 }));
      },
    })),
  };
}
