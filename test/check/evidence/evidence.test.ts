import { describe, expect, it } from 'vitest';
import { pathParameters } from '../../../scripts/contract/example-walk.js';
import { createSandbox, defaultKey } from '../../../scripts/sandbox/sandbox.js';
import { yamlBeside } from '../../yaml-beside.js';
import { type ExchangeParts, watchEvidence } from './watch.js';

const { contract, entries, entryOf, restart, see, seeList, sentences } = watchEvidence();

interface Row {
  title: string;
  seen: Record<string, ExchangeParts>[];
  says: Record<string, string[] | null>;
  /** The number of responses on which the first sentence rests. */
  answers?: number;
}

const rows = yamlBeside<Row[]>(import.meta.url, 'sentences.yaml');

describe('evidence', () => {
  it.each(rows.map((row) => [row.title, row] as const))('says %s', (_, { seen, says, answers }) => {
    for (const exchange of seen) for (const [id, parts] of Object.entries(exchange)) see(id, parts);
    for (const [question, wanted] of Object.entries(says)) expect(sentences(question) ?? null).toEqual(wanted);
    const [first = ''] = Object.keys(says);
    if (answers !== undefined) expect(entryOf(first)?.answers).toBe(answers);
  });

  it('quotes and shortens unusual names', () => {
    see('getBadge', { value: { 'a\n::error::b': 1, ['x'.repeat(500)]: 1 } });
    const [sentence = ''] = sentences('resources.fields') ?? [];
    expect(sentence).toContain('"a\\n::error::b"');
    expect(sentence).not.toContain('\n');
    expect(sentence.length).toBeLessThan(500);
  });

  it('is empty before the first response, and for a document without open questions', () => {
    expect(entries()).toEqual([]);
    const { 'x-unknowns': _, ...rest } = contract.document;
    restart(rest);
    seeList('listTiers', { id: '1' });
    expect(entries()).toEqual([]);
  });

  it('repeats the question and the assumption in the order of the register, and counts responses', () => {
    seeList('listTiers', { id: '1' }, { id: '2' });
    see('getTier', { kind: 'no-key', status: 401, key: 'none' });
    const seenValues = entries().map(({ unknown }) => unknown);
    const register = contract.document['x-unknowns'] ?? [];
    expect(seenValues).toEqual(register.map(({ id }) => id).filter((id) => seenValues.includes(id)));
    expect(entryOf('lists.envelope')).toEqual({
      unknown: 'lists.envelope',
      question: 'Does a list come as a bare array, or inside an object with paging?',
      assumed: 'A bare array with all items.',
      seen: ['1 list comes as a bare array.'],
      answers: 1,
    });
  });

  it('ignores requests without a response', () => {
    see('listTiers', { failure: { code: 'transport.reset', message: 'x' } });
    expect(entries()).toEqual([]);
  });
});

describe('evidence from a whole server', () => {
  it('answers the questions that reads can answer', async () => {
    const sandbox = createSandbox();
    const reads = contract.operations.filter(({ method }) => method === 'get');
    const lists = reads.filter(
      ({ id, success }) => id !== 'exportReviews' && success?.bodies[0]?.schema.type === 'array',
    );
    for (const operation of reads) {
      const source = contract.document.paths[operation.path]?.get;
      const values = source ? pathParameters(contract.document, source) : {};
      const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');
      for (const key of ['right', 'none'] as const) {
        const sentInit: HeadersInit = key === 'right' ? { authorization: defaultKey } : {};
        const response = await sandbox.fetch(new Request(`http://sandbox.example${path}`, { headers: sentInit }));
        const { status } = response;
        const headers = Object.fromEntries(response.headers);
        const text = await response.text();
        const value = headers['content-type']?.includes('json') ? (JSON.parse(text) as unknown) : undefined;
        see(operation.id, { kind: key === 'right' ? 'read' : 'no-key', key, path, status, headers, text, value });
      }
    }
    expect(sentences('operations.paths')).toEqual([
      `${reads.length} of 115 operations exist at their paths: they returned 2xx, 400, 409, 412, 415 or 422.`,
    ]);
    expect(sentences('lists.envelope')).toEqual([`${lists.length} lists come as a bare array.`]);
    expect(sentences('auth.refusal-status')).toEqual([`Without a key: 401 (${reads.length}).`]);
    expect(sentences('partner-entry.required')?.[0]).toMatch(
      /^All \d+ observed partner entries have id, href, title, .* \(32 of 33 fields\)\.$/,
    );
    expect(entries().length).toBeGreaterThanOrEqual(18);
  });

  it('stays bounded, however many different values a server sends', { tags: 'slow' }, () => {
    for (let index = 0; index < 20_000; index += 1) {
      see('getBadge', {
        value: { id: '1', [`field${index}`]: index },
        status: index % 2 ? 200 : 400,
        headers: { 'content-type': `type/${index}`, [`x-ratelimit-${index}`]: '1' },
      });
    }
    const text = JSON.stringify(entries());
    expect(text.length).toBeLessThan(20_000);
    expect(text).toContain('field1');
    expect(text).toContain('and 179 more');
  });
});
