import { truncateSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { entriesOf, HarFiles } from '../../scripts/check/engine/recording/har-files.js';
import type { RecordedExchange } from '../../scripts/check/model/report/recorded-traffic.js';
import { readChunks } from '../../scripts/files/line-file.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { learned } from './learned.js';

type Loose = Record<string, unknown>;

function entry(url: string, text = '[]', others: Loose = {}): Loose {
  return {
    request: { method: 'GET', url, headers: [{ name: 'Authorization', value: 'Bearer abc' }] },
    response: { status: 200, headers: [], content: { size: Buffer.byteLength(text), text }, bodySize: -1 },
    ...others,
  };
}

const harOf = (entries: unknown[], log: Loose = {}): string =>
  JSON.stringify({ log: { version: '1.2', ...log, entries, comment: 'after' } });

function found(text: string): { texts: (string | undefined)[]; end: string } {
  const all = entriesOf(readChunks(temporaryFile('traffic.har', text)));
  const texts: (string | undefined)[] = [];
  for (let next = all.next(); ; next = all.next()) {
    if (next.done) return { texts, end: next.value };
    texts.push(next.value);
  }
}

const read = (files: HarFiles): RecordedExchange[] => [...files.exchanges()];
const paths = (files: HarFiles): string[] => read(files).map(({ exchange }) => exchange.request.path);

describe('the entries of a recording', () => {
  const odd = [
    { a: '}],"entries":[{"\\' },
    { 'log"': { entries: [{ b: '\\"' }] }, c: ['{', [']', { d: [] }]] },
    { é: '\u2028😀\\\\' },
  ];

  it('are found whatever is in them and around them', () => {
    const before = { creator: { entries: [{ no: 1 }], log: { entries: [{ no: 2 }] } }, pages: [{ entries: [{}] }] };
    for (const text of [
      harOf(odd, before),
      `\n ${JSON.stringify({ entries: [1], x: ['log', {}], ...JSON.parse(harOf(odd)) }, null, 2)}`,
    ]) {
      const { texts, end } = found(text);
      expect(end).toBe('complete');
      expect(texts.map((each) => JSON.parse(each ?? ''))).toEqual(odd);
    }
  });

  it('are found where they, their texts and escapes are split between portions', () => {
    // The reader takes 1 MiB at a time.
    for (const shift of [0, 1, 2, 3, 4, 5]) {
      const large = { text: `${'x'.repeat(2 ** 20 - 100 - shift)}${'\\"{'.repeat(60)}`, list: odd };
      const { texts } = found(harOf([large, { next: 1 }, large]));
      expect(texts.map((each) => JSON.parse(each ?? ''))).toEqual([large, { next: 1 }, large]);
    }
  });

  it.each([
    ['', 'without entries'],
    ['{"log":{"entries":{}}}', 'without entries'],
    ['[{"log":{"entries":[{}]}}]', 'without entries'],
    ['{"log":{"entries":[]}}', 'complete'],
    ['{"log":{"entries":[null,[{"a":1}],"x"]}}', 'complete'],
    ['{"log":{"entries":[{"a":1},{"b"', 'torn'],
  ])('%s is %s', (text, end) => {
    expect(found(text).end).toBe(end);
  });
});

describe('recordings', () => {
  const api = 'https://api.example.com';
  const file = (...entries: unknown[]): string => temporaryFile('traffic.har', harOf(entries));

  it('are read one after another, and again, without credentials', () => {
    const files = new HarFiles(
      [file(entry(`${api}/a`)), file(entry(`${api}/b?token=x`), entry(`${api}/c`))],
      undefined,
    );
    for (const _ of [1, 2]) expect(paths(files)).toEqual(['/a', '/b', '/c']);
    expect(JSON.stringify(read(files))).not.toContain('abc');
    expect(files.notes()).toEqual([]);
  });

  it('that are torn are read until there', () => {
    const path = file(entry(`${api}/a`), entry(`${api}/b`));
    truncateSync(path, harOf([entry(`${api}/a`)]).length + 20);
    const files = new HarFiles([path]);
    expect(paths(files)).toEqual(['/a']);
    expect(files.notes()).toEqual([`${path} ends too early, after 1 whole entry.`]);
  });

  it('count what cannot be judged', () => {
    const cut = entry(`${api}/a`, '[]');
    (cut['response'] as { content: Loose })['content']['size'] = 9;
    const files = new HarFiles([file(cut, cut, {}, entry(`${api}/b`))]);
    expect(paths(files)).toEqual(['/b']);
    expect(files.notes()).toEqual([
      '2 entries of the recording were skipped: its body was not recorded completely',
      '1 entry of the recording was skipped: the entry is incomplete',
    ]);
  });

  it('skip an entry that is too large, or no JSON', () => {
    const large = JSON.stringify(entry(`${api}/a`, 'x'.repeat(33 * 2 ** 20)));
    const path = temporaryFile(
      'traffic.har',
      `{"log":{"entries":[${large},{"a":tru},${JSON.stringify(entry(`${api}/b`))}]}}`,
    );
    const files = new HarFiles([path]);
    expect(paths(files)).toEqual(['/b']);
    expect(files.notes().join()).toContain('the entry is larger than 32 MiB');
    expect(files.notes().join()).toContain('the entry is not JSON');
  });

  it('that are none are refused, with their names', () => {
    const folder = temporaryFolder();
    expect(() => new HarFiles([folder])).toThrow('but that is not a file. Correct the path.');
    expect(() => new HarFiles([`${folder}/none.har`])).toThrow('but the file does not exist.');
    writeFileSync(`${folder}/page.html`, '<html>');
    expect(() => read(new HarFiles([`${folder}/page.html`]))).toThrow('found nothing there');
  });
});

describe('learning from a recording', () => {
  const list = 'https://api.example.com/api/directory/private/v1alpha/directories/';
  const text = JSON.stringify([{ id: '1', name: 'A' }]);
  const json = { headers: [{ name: 'Content-Type', value: 'application/json' }] };

  /** A recorded response with the list of directories, with other parts of its body or other headers. */
  function directories(content: Loose = {}, headers = json.headers): Loose {
    return entry(list, text, {
      response: { status: 200, headers, content: { size: Buffer.byteLength(text), text, ...content } },
    });
  }
  const packed = gzipSync(text.repeat(9));
  const judged = '1 recorded exchange was judged; 0 belong to no operation of the contract.';
  const skipped = (reason: string): string => `1 entry of the recording was skipped: ${reason}`;

  it.each([
    ['cut short', harOf([directories(), directories()]).slice(0, -90), 'ends too early, after 1 whole entry.'],
    [
      'of other hosts',
      harOf([directories(), entry('https://ads.example.net/a'), entry('https://ads.example.net/b')]),
      '2 exchanges with other hosts than https://api.example.com were left out.',
    ],
    [
      'with a body that was cut',
      harOf([directories(), directories({ size: 9999 })]),
      skipped('its body was not recorded completely'),
    ],
    ['in base64', harOf([directories({ text: Buffer.from(text).toString('base64'), encoding: 'base64' })]), judged],
    [
      'with a body in its encoding',
      harOf([
        directories(),
        directories({ text: packed.toString('base64'), encoding: 'base64', size: packed.length }, [
          ...json.headers,
          { name: 'Content-Encoding', value: 'gzip' },
        ]),
      ]),
      skipped('its body was recorded in its encoding'),
    ],
    [
      'with an unknown encoding',
      harOf([directories(), directories({ encoding: 'hex' })]),
      skipped('its body is neither text nor base64'),
    ],
    [
      'with an entry of 40 MB',
      harOf([directories(), directories({ text: JSON.stringify([{ name: 'x'.repeat(4e7) }]) })]),
      skipped('the entry is larger than 32 MiB'),
    ],
  ])('%s takes what is whole, and says so', { tags: 'slow' }, async (_, har, said) => {
    const { code, output } = await learned({ har: [temporaryFile('traffic.har', har)] });
    expect(output.replace(/\s+/g, ' ')).toContain(said);
    expect(output).toContain(judged);
    expect(output).toContain('Directory: { properties: { name: { type: string } } }');
    expect(code).toBe(0);
  });

  it.each([
    ['without entries', harOf([]), 0],
    ['of another service', harOf([entry('https://other.example.com/a', '{}')]), 1],
  ])('%s is incomplete', async (_, har, count) => {
    const path = temporaryFile('traffic.har', har);
    const { code, output } = await learned({ har: [path], yes: true });
    const said = output.replaceAll(path, 'traffic.har');
    expect(said.replace(/\s+/g, ' ')).toContain(
      'Incomplete: traffic.har contains no successful response of an operation of the contract.',
    );
    expect(said.replace(/\s+/g, ' ')).toContain(
      `0 recorded exchanges were judged; ${count === 1 ? '1 belongs' : '0 belong'} to no operation of the contract.`,
    );
    expect(said).not.toContain('teaches');
    expect(code).toBe(3);
  });
});
