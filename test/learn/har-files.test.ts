import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { entriesOf, HarFiles } from '../../scripts/check/engine/recording/har-files.js';
import type { RecordedExchange } from '../../scripts/check/model/report/recorded-traffic.js';
import { readChunks } from '../../scripts/files/line-file.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { learnFrom } from './learned.js';

const ends = yamlBeside<[text: string, end: string][]>(import.meta.url, 'har-files.yaml');

type Loose = Record<string, unknown>;

const api = 'https://api.example.com';
const json = { name: 'Content-Type', value: 'application/json' };

/** A recorded JSON response, with other members in its content or additional headers. */
function entry(url: string, text = '[]', content: Loose = {}, ...headers: object[]): Loose {
  const size = Buffer.byteLength(text);
  return {
    request: { method: 'GET', url, headers: [{ name: 'Authorization', value: 'Bearer abc' }] },
    response: { status: 200, headers: [json, ...headers], content: { size, text, ...content }, bodySize: -1 },
  };
}

const harOf = (entries: unknown[], log: Loose = {}): string =>
  JSON.stringify({ log: { version: '1.2', ...log, entries, comment: 'after' } });

const fileOf = (...entries: unknown[]): string => temporaryFile('traffic.har', harOf(entries));

function findTexts(text: string): { texts: (string | undefined)[]; end: string } {
  const allEntries = entriesOf(readChunks(temporaryFile('traffic.har', text)));
  const texts: (string | undefined)[] = [];
  for (let next = allEntries.next(); ; next = allEntries.next()) {
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

  it('are found whatever they contain, and whatever surrounds them', () => {
    const before = { creator: { entries: [{ no: 1 }], log: { entries: [{ no: 2 }] } }, pages: [{ entries: [{}] }] };
    for (const text of [
      harOf(odd, before),
      `\n ${JSON.stringify({ entries: [1], x: ['log', {}], ...JSON.parse(harOf(odd)) }, null, 2)}`,
    ]) {
      const { texts, end } = findTexts(text);
      expect(end).toBe('complete');
      expect(texts.map((each) => JSON.parse(each ?? ''))).toEqual(odd);
    }
  });

  it('are found even if entries, texts and escapes are split between chunks', () => {
    // The reader reads chunks of 1 MiB.
    for (const shift of [0, 1, 2, 3, 4, 5]) {
      const large = { text: `${'x'.repeat(2 ** 20 - 100 - shift)}${'\\"{'.repeat(60)}`, list: odd };
      const { texts } = findTexts(harOf([large, { next: 1 }, large]));
      expect(texts.map((text) => JSON.parse(text ?? ''))).toEqual([large, { next: 1 }, large]);
    }
  });

  it.each(ends)('in %s are %s', (text, end) => {
    expect(findTexts(text).end).toBe(end);
  });
});

describe('several recordings', () => {
  it('are read one after another, and again, without credentials', () => {
    const allValues = [fileOf(entry(`${api}/a`)), fileOf(entry(`${api}/b?token=x`), entry(`${api}/c`))];
    const files = new HarFiles(allValues, undefined);
    for (const _ of [1, 2]) expect(paths(files)).toEqual(['/a', '/b', '/c']);
    expect(JSON.stringify(read(files))).not.toContain('abc');
    expect(files.notes()).toEqual([]);
  });

  const packedBytes = gzipSync('[]');
  const gzip = { name: 'Content-Encoding', value: 'gzip' };
  it.each<[string, unknown, string]>([
    ['whose body was cut', entry(`${api}/a`, '[]', { size: 9 }), 'its body was not recorded completely'],
    ['that is incomplete', {}, 'the entry is incomplete'],
    ['with an unknown encoding', entry(`${api}/a`, '[]', { encoding: 'hex' }), 'its body is neither text nor base64'],
    [
      'with a body in its encoding',
      entry(`${api}/a`, packedBytes.toString('base64'), { encoding: 'base64', size: packedBytes.length }, gzip),
      'its body was recorded as gzip',
    ],
    ['that is too large', entry(`${api}/a`, 'x'.repeat(33 * 2 ** 20)), 'the entry is larger than 32 MiB'],
  ])('skip an entry %s, and say so', (_, skipped, reason) => {
    const files = new HarFiles([fileOf(skipped, skipped, entry(`${api}/b`))]);
    expect(paths(files)).toEqual(['/b']);
    expect(files.notes()).toEqual([`2 entries of the recording were skipped, each because ${reason}`]);
  });

  it('skip an entry that is not JSON', () => {
    const text = harOf([entry(`${api}/a`), { a: 'true' }]).replace('"true"', 'tru');
    const files = new HarFiles([temporaryFile('traffic.har', text)]);
    expect(paths(files)).toEqual(['/a']);
    expect(files.notes().join()).toContain('the entry is not JSON');
  });

  it('without valid content are refused, with their names', () => {
    const folder = temporaryFolder();
    expect(() => new HarFiles([folder])).toThrow('but that is not a file. Correct the path.');
    expect(() => new HarFiles([`${folder}/none.har`])).toThrow('but the file does not exist.');
    writeFileSync(`${folder}/page.html`, '<html>');
    expect(() => read(new HarFiles([`${folder}/page.html`]))).toThrow('found nothing there');
  });
});

describe('learning from a recording', () => {
  const list = `${api}/api/directory/private/v1alpha/directories/`;
  const text = JSON.stringify([{ id: '1', name: 'A' }]);
  const encoded = { text: Buffer.from(text).toString('base64'), encoding: 'base64' };
  const judgedText = '1 recorded exchange was judged; 0 exchanges belong to no operation of the contract.';

  it.each([
    [
      'cut short',
      harOf([entry(list, text), entry(list, text)]).slice(0, -90),
      'ends too early, after 1 complete entry.',
    ],
    [
      'of other hosts',
      harOf([entry(list, text), entry('https://ads.example.net/a'), entry('https://ads.example.net/b')]),
      `2 exchanges were left out, because a server other than ${api} responded.`,
    ],
    ['in base64', harOf([entry(list, text, encoded)]), judgedText],
  ])('%s uses all complete entries, and says so', { tags: 'slow' }, async (_, har, sentence) => {
    const { code, output, said } = await learnFrom({ har: [temporaryFile('traffic.har', har)] });
    expect(said).toContain(sentence);
    expect(said).toContain(judgedText);
    expect(output).toContain('Directory: { properties: { name: { type: string } } }');
    expect(code).toBe(0);
  });

  it('treats a path that lacks only the final slash as the path of its operation', { tags: 'slow' }, async () => {
    const { answers, said } = await learnFrom({
      har: [fileOf(entry(list.slice(0, -1), text), entry(list, text))],
      yes: true,
    });
    expect(said).toContain('2 recorded exchanges were judged; 0 exchanges belong to no operation of the contract.');
    expect(answers['resources.fields']?.value).toEqual({ Directory: { properties: { name: { type: 'string' } } } });
  });

  it.each([
    ['without entries', harOf([]), '0 exchanges belong'],
    ['of another service', harOf([entry('https://other.example.com/a', '{}')]), '1 exchange belongs'],
  ])('%s is incomplete', async (_, har, belong) => {
    const path = temporaryFile('traffic.har', har);
    const { code, said } = await learnFrom({ har: [path], yes: true });
    expect(said.replaceAll(path, 'traffic.har')).toContain(
      'Incomplete: traffic.har contains no success response for any operation of the contract.',
    );
    expect(said).toContain(`0 recorded exchanges were judged; ${belong} to no operation of the contract.`);
    expect(said).not.toContain('teaches');
    expect(code).toBe(3);
  });
});
