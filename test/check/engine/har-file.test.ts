import { appendFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { trafficOf } from '../../../scripts/check/engine/recording/check-recording.js';
import { entriesOf } from '../../../scripts/check/engine/recording/har-files.js';
import { UsageError } from '../../../scripts/text/usage-error.js';
import { temporaryFolder } from '../../temporary-folder.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder('har');
  file = join(folder, 'traffic.har');
});

const entry = (path: string): string =>
  JSON.stringify({
    request: { method: 'GET', url: `https://api.example.com${path}`, headers: [] },
    response: { status: 200, headers: [], content: { size: 2, text: '[]' }, bodySize: 2 },
  });

describe('a file that is not a HAR', () => {
  const reading = (content: string | Uint8Array): string => {
    writeFileSync(file, content);
    try {
      for (const _ of trafficOf(file).exchanges());
    } catch (error) {
      expect(error).toBeInstanceOf(UsageError);
      return (error as Error).message.replaceAll(file, 'traffic.har');
    }
    return '';
  };

  it.each([
    ['{"log":{"entries":[{"a"', '0 whole entries'],
    [`{"log":{"entries":[${entry('/a')},${entry('/b').slice(0, 50)}`, '1 whole entry'],
  ])('is refused if it ends too early: %s', (text, whole) => {
    expect(reading(text)).toBe(
      `traffic.har ends too early, after ${whole}. Expected a whole recording. Record the traffic again.`,
    );
  });

  it.each(['{"log":{}}', '{"log":{"entries":{}}}', '[]', 'null', '<html>'])(
    'is refused if it has no entries: %s',
    (text) => {
      expect(reading(text)).toContain(
        'Expected the entries of a HAR at /log/entries of traffic.har, or the exchanges of a JSON report at ' +
          '/exchanges, found nothing there.',
      );
    },
  );

  it('is refused if it is a folder, or does not exist', () => {
    expect(() => trafficOf(folder)).toThrow('but that is not a file. Correct the path.');
    expect(() => trafficOf(join(folder, 'none.har'))).toThrow('but the file does not exist. Correct the path.');
  });
});

describe('a HAR of any size', () => {
  it('is judged whole', { tags: 'slow' }, () => {
    writeFileSync(file, `{"log":{"entries":[${entry('/first')},`);
    // The zeros of a sparse file take no space on the disk.
    truncateSync(file, 210 * 2 ** 20);
    appendFileSync(file, `${entry('/last')}]}}`);
    const traffic = trafficOf(file);
    expect([...traffic.exchanges()].map(({ exchange }) => exchange.request.path)).toEqual(['/first', '/last']);
    expect(traffic.notes()).toEqual([]);
  });

  it('is read piece by piece, each when its entries are wanted', () => {
    const pieces = 1000;
    let taken = 0;
    function* bytes(): Iterable<Buffer> {
      for (; taken < pieces; taken += 1)
        yield Buffer.from((taken === 0 ? '{"log":{"entries":[' : ',') + entry(`/${taken}`));
      yield Buffer.from(']}}');
    }
    const counts = Array.from(entriesOf(bytes()), () => taken);
    expect(counts).toEqual(Array.from({ length: pieces }, (_, index) => index));
  });
});
