import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Signs of a file that `npm run test:long` runs longer: it imports sample.ts, or has a test with the tag `long`. */
const longer = /\/sample\.js'|tags: .*'long'/;

const slowPattern = /tags: .*'slow'|@module-tag slow/;

/** The paths of the test files that are the same in normal and long runs. */
export const shortFiles = (): string[] => filesWithout(longer);

/** The paths of the test files without slow tests. */
export const quickFiles = (): string[] => filesWithout(slowPattern);

function filesWithout(pattern: RegExp): string[] {
  return readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .map((path) => join('test', path))
    .filter((path) => !pattern.test(readFileSync(path, 'utf8')));
}
