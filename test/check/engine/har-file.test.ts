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

describe('a file that is not a HAR', () => {
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

  it('is refused with line and column of a JSON syntax error', () => {
    const start = /^traffic\.har:1:\d+: Expected a comma or the end of the array, /;
    const rest = /found the end of the file\. The file must hold a HAR/;
    expect(reading('{"log":{"entries":[{}')).toMatch(longPattern(start, rest));
  });

  it.each([
    ['{"log":{}}', 'found nothing there'],
    ['{"log":{"entries":{}}}', 'found another type there'],
    ['[]', 'found nothing'],
    ['null', 'found nothing'],
  ])('is refused if it has no entries: %s', (text, message) => {
    expect(reading(text)).toContain(`Expected the entries of a HAR at /log/entries of traffic.har, ${message}`);
  });

  it('is refused before it is read if it is too large', () => {
    writeFileSync(file, '');
    truncateSync(file, 200 * 1_048_576 + 1);
    expect(() => readHar(file)).toThrow('of at most 200 MiB, found 201 MiB');
  });

  it('is refused if it does not exist', () => {
    expect(() => readHar(join(folder, 'none.har'))).toThrow('but the file does not exist. Correct the path.');
  });
});
