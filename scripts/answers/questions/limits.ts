import { escapeToken } from '../../contract/pointer.js';
import { didYouMean } from '../../text/did-you-mean.js';
import { derivedValue } from '../example-values.js';
import { everyField } from '../fields.js';
import { listRefusal } from '../listed-refusal.js';
import { mendExamples } from '../mended-examples.js';
import { reflectionsOf } from '../reflections.js';
import { mistake, single, type Teach } from '../teaching.js';

interface Rate {
  requests: number;
  seconds: number;
  /** Names of headers that say how much is left. */
  headers?: string[];
}

/** How many requests may be sent in a period. */
export const limitsRate: Teach<Rate> = ({ draft, value }) => {
  const { requests, seconds, headers = [] } = value;
  const description = `More than ${requests} requests came within ${seconds} seconds.`;
  const schema = { type: 'string' };
  const named = headers.map((name) => {
    const example = exampleOf(name.toLowerCase(), value);
    return [name, { description: 'About the limit.', schema, ...(example !== undefined && { example }) }] as const;
  });
  for (const placed of draft.operations) {
    const response = listRefusal(draft, placed, 429, description);
    response.headers = {
      'Retry-After': { description: 'Seconds to wait, or a date, before the next request.', schema },
      ...Object.fromEntries(named),
    };
  }
};

/** What a header says before the first request of a period is answered, if its name tells that. */
function exampleOf(name: string, { requests, seconds }: Rate): string | undefined {
  const left = requests - 1;
  const known: [ending: RegExp, value: string | number][] = [
    [/policy$/, `${requests};w=${seconds}`],
    [/^rate-?limit$/, `"default";r=${left};t=${seconds}`],
    [/(?:limit|max|quota)$/, requests],
    [/(?:remaining|left)$/, left],
    [/used$/, 1],
    [/(?:interval|window|period)-(?:milliseconds|ms)$/, seconds * 1000],
    [/(?:interval|window|period|reset)(?:-seconds)?$/, seconds],
  ];
  const found = known.find(([ending]) => ending.test(name));
  return found && String(found[1]);
}

/** The most characters of texts, by `Schema.field`. */
export const limitsFieldLengths = single<Record<string, number>>(({ draft, question, value, keepOpen }) => {
  const fields = everyField(draft);
  for (const [label, length] of Object.entries(value)) {
    const pointer = `/value/${escapeToken(label)}`;
    const { owner, name } = fields.get(label) ?? {};
    const field = owner?.properties?.[name ?? ''];
    if (!field) throw mistake(pointer, 'a field of a schema', label, didYouMean(label, [...fields.keys()]));
    if (![field.type].flat().includes('string'))
      throw mistake(
        pointer,
        'a field that contains a text',
        label,
        `It contains ${String(field.type ?? 'an object')}.`,
      );
    field.maxLength = length;
    if (derivedValue(draft.document, field, name ?? '', '') === undefined)
      throw mistake(pointer, 'a length that some value of the field has', length, 'Write a larger number.');
    // What a response cannot show, no request can store.
    for (const { sent, shown } of reflectionsOf(draft))
      if (shown === field) sent.maxLength = Math.min(length, sent.maxLength ?? length);
    draft.settle(field, question);
  }
  mendExamples(draft.document);
  keepOpen();
});
