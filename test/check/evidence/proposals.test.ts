import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { schemasOf } from '../../../scripts/check/evidence/marked-parts.js';
import { yamlBeside } from '../../yaml-beside.js';
import { type ExchangeParts, watchEvidence } from './watch.js';

const { contract, entryOf, proposals, proposed, see, seeEntries, seeOther, teach } = watchEvidence();

/** A step by its name: an operation whose exchange is seen, a question with all proposals about it, or an act. */
type Step = Record<string, unknown>;
const names = readdirSync(new URL('proposals/', import.meta.url)).filter((name) => name.endsWith('.yaml'));
const groups = names.flatMap((name) =>
  Object.entries(yamlBeside<Record<string, Record<string, Step[]>>>(import.meta.url, `proposals/${name}`)),
);

interface Counted {
  from: number;
  to: number;
}

/** Returns the value once for each number; in its texts, `<n>` stands for the number, `<0n>` for two digits of it. */
function repeat<Value>({ from, to }: Counted, value: Value): Value[] {
  const text = JSON.stringify(value);
  return Array.from({ length: to - from + 1 }, (_, index) => {
    const n = String(from + index);
    return JSON.parse(
      text.replaceAll('"+<n>"', n).replaceAll('<n>', n).replaceAll('<0n>', n.padStart(2, '0')),
    ) as Value;
  });
}

/** Returns a value in which `items 4-6` stands for the items with these numbers. */
function withItems(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, each: unknown) => {
    const [, from, to] = /^items (\d+)-(\d+)$/.exec(String(each)) ?? [];
    return from === undefined ? each : repeat({ from: +from, to: Number(to) }, { id: 'tier-<n>', title: 'a' });
  }) as unknown;
}

const seeWithItems = (id: string, parts: ExchangeParts): void => see(id, withItems(parts) as ExchangeParts);

type Act<Content> = (content: Content, about: string) => void;
const act = <Content>(run: Act<Content>): Act<unknown> => run as Act<unknown>;

/** The acts by name; a word may follow the name, as in `entries in 2`. */
const acts: Record<string, Act<unknown>> = {
  teach: act(teach),
  /** A recorded request that matches no operation. */
  other: act<Parameters<typeof seeOther>>((parts) => seeOther(...parts)),
  /** A list of entries in directory 1. */
  entries: act<object[] | (Counted & { each: object })>((all) => acts['entries in']?.(all, '1')),
  'entries in': act<object[] | (Counted & { each: object })>((all, directory) =>
    seeEntries.in(directory, ...(Array.isArray(all) ? all : repeat(all, all.each))),
  ),
  /** A page of a list, at the path `/v1/{operationId}/`. */
  'page of': act<ExchangeParts & { query?: string }>(({ query = '', headers = {}, ...parts }, id) =>
    seeWithItems(id, { ...parts, kind: query ? 'page' : 'read', path: `/v1/${id}/${query}`, headers }),
  ),
  /** An update of an entry, with its state before and after. */
  update: act<[before: object, sent: object, after: object, kind?: 'null' | 'recorded']>(
    ([before, sentBody, after, kind = 'field' as const]) => {
      see('getPartnerEntry', { value: { id: '1', ...before } });
      see('updatePartnerEntry', { kind, sent: sentBody, value: { id: '1', ...after } });
    },
  ),
  count: act<Counted & { see: Record<string, ExchangeParts> }>(({ see: exchanges, ...numbers }) => {
    for (const each of repeat(numbers, exchanges)) for (const [id, parts] of Object.entries(each)) see(id, parts);
  }),
  /** The questions of all proposals. */
  all: act<string[]>((questions) => expect(proposals().map(({ question }) => question)).toEqual(questions)),
  'rests of': act<object[]>((rests, question) =>
    expect(proposals(question).map((proposal) => 'support' in proposal && proposal.support)).toEqual(rests),
  ),
  'certainties of': act<string[]>((allValues, question) => expect(Object.keys(proposed(question))).toEqual(allValues)),
  'gap of': act<string | null>((gap, question) => expect(entryOf(question)?.gap ?? null).toBe(gap)),
};

function take(name: string, content: unknown): void {
  const [, textBefore = '', label = name] = /^(.*) (\S+)$/.exec(name) ?? [];
  const ownAct = acts[name] ?? acts[textBefore];
  if (ownAct) ownAct(content, label);
  else if (name.includes('.')) expect(proposed(name), name).toEqual(content);
  else seeWithItems(name, content as ExchangeParts);
}

describe.each(groups)('%s', (_, tests) => {
  it.each(Object.entries(tests))('%s', (__, steps) => {
    for (const step of steps) for (const [name, content] of Object.entries(step)) take(name, content);
  });
});

it('a body that may be another resource proves nothing about the documented one', () => {
  const fields = [...Object.keys(schemasOf(contract.document)['PartnerEntry']?.properties ?? {}), 'created_at'];
  for (const count of [8, 8, fields.length]) {
    const value = Object.fromEntries(fields.slice(0, count).map((name) => [name, 'a']));
    see('approvePartnerEntryReview', { kind: 'action', value });
  }
  expect(proposed('operations.payloads')).toEqual({
    shown: { approvePartnerEntryReview: { response: 'PartnerEntry' } },
  });
  expect(proposed('resources.fields')).toEqual({});
});
