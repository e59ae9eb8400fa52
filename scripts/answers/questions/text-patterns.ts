import { nodesOf } from '../../contract/walk.js';
import type { SchemaPart } from '../draft.js';
import { changeExamples, leadingTo } from '../example-values.js';
import { reflectionsOf } from '../reflections.js';
import { single } from '../teaching.js';

const withSlash = '^/(?!/)';

/** A path without a scheme, as §2 states, that does not begin with a slash. */
const withoutSlash = '^(?![A-Za-z][A-Za-z0-9+.-]*:|/)';

/** Whether the path in a link begins with a slash. */
export const linksLeadingSlash = single<boolean>(({ draft, value }) => {
  if (value) return undefined;
  const schemas = nodesOf(draft.document, 'schema').map((node) => node.value as SchemaPart);
  const links = schemas.filter(({ format, pattern }) => format === 'uri-reference' && pattern === withSlash);
  for (const link of links) link.pattern = withoutSlash;
  changeExamples(draft.document, (schema, shown) =>
    links.includes(schema as SchemaPart) ? String(shown).replace(/^\/+/, '') : shown,
  );
  return undefined;
});

/** The numbers of hexadecimal digits that a colour can have. */
export const colourDigits = single<number[]>(({ draft, question, value }) => {
  const counts = [...value].sort((one, other) => one - other);
  const pattern = `^(?:${counts.map((count) => `[0-9A-Fa-f]{${count}}`).join('|')})$`;
  const schemas = nodesOf(draft.document, 'schema').map((node) => node.value as SchemaPart);
  const colours = schemas.filter((schema) => schema['x-unknown']?.includes(question));
  const sent = reflectionsOf(draft).flatMap((each) => (colours.includes(each.shown) ? [each.sent] : []));
  // No response could show another colour that a request sends.
  for (const colour of [...colours, ...sent]) colour.pattern = pattern;
  const isColour = new Set<unknown>([...colours, ...sent]);
  const text = JSON.stringify(pattern);
  changeExamples(
    draft.document,
    (schema, shown) => (typeof shown === 'string' && isColour.has(schema) ? inDigits(shown, counts) : shown),
    leadingTo(draft.document, (schema) => JSON.stringify(schema).includes(text)),
  );
  return undefined;
});

/** The colour itself, or the beginning of it, or more than it, in one of the numbers of digits. */
function inDigits(colour: string, counts: readonly number[]): string {
  if (counts.includes(colour.length)) return colour;
  const count = counts.find((each) => each > colour.length) ?? counts.at(-1) ?? 0;
  return colour.slice(0, count).padEnd(count, 'F');
}
