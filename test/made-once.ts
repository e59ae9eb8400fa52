import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { temporaryFolder } from './temporary-folder.js';

const promises = new Map<string, Promise<string>>();

/**
 * Returns a folder that is made only once in a test run, by the first process that needs it. Others wait for it.
 * Processes share the folder, so no test may change it.
 */
export function madeOnce(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const before = promises.get(name) ?? inTurn(name, make);
  promises.set(name, before);
  return before;
}

async function inTurn(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  // Without a test run, no other process shares the folder.
  const folder = join(process.env['TESTS_FOLDER'] ?? temporaryFolder(name), `once-${name}`);
  const [ready, failedText] = [`${folder}.ready`, `${folder}.failed`];
  if (!isFirst(folder)) {
    while (!existsSync(ready)) {
      if (existsSync(failedText)) throw new Error(readFileSync(failedText, 'utf8'));
      await wait(50);
    }
    return folder;
  }
  try {
    await make(folder);
  } catch (error) {
    writeFileSync(failedText, `Another test could not make ${name}: ${String(error)}`);
    throw error;
  }
  writeFileSync(ready, '');
  return folder;
}

/** Whether this process is the first: only one can create the folder. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
