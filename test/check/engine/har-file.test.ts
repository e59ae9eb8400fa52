import { truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { readHar } from '../../../scripts/check/engine/har.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { longPattern } from '../../long-pattern.js';
import { temporaryFolder } from '../../temporary-folder.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('har');
  file = join(folder, 'traffic.har');
});

describe('a file that is no HAR', () => {
  const reading = (content: string | Uint8Array): string => {
    writeFileSync(file, content);
    try {
      readHar(file);
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as Error).message.replaceAll(file, 'traffic.har');
    }
    return '';
  };

  it('is shown with line and column where it stops to be JSON', () => {
    const start = /^traffic\.har:1:\d+: Expected a comma or the end of the array, /;
    const rest = /found the end of the file\. It must be the JSON of a HAR/;
    expect(reading('{"log":{"entries":[{}')).toMatch(longPattern(start, rest));
  });

  it.each([
    ['{"log":{}}', 'found nothing there'],
    ['{"log":{"entries":{}}}', 'found no array there'],
    ['[]', 'found nothing'],
    ['null', 'found nothing'],
  ])('is named where there are no entries: %s', (text, message) => {
    expect(reading(text)).toContain(`Expected the entries of a HAR at /log/entries of traffic.har, ${message}`);
  });

  it('is refused where it is too large, before it is read', () => {
    writeFileSync(file, '');
    truncateSync(file, 200 * 1_048_576 + 1);
    expect(() => readHar(file)).toThrow('of at most 200 MiB, found 201 MiB');
  });

  it('is refused where it is not there', () => {
    expect(() => readHar(join(folder, 'none.har'))).toThrow('found no such file. Correct the path.');
  });
});
