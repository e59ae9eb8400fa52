import { nodesOf } from '../../contract/walk.js';
import type { SchemaPart } from '../draft.js';
import { changeExamples } from '../example-values.js';
import { single } from '../single.js';

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
