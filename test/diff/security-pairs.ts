import { type Loose, operation, set, small } from './documents.js';

/** The level of a change; `none` if none is reported. */
export type Weight = 'major' | 'minor' | 'patch' | 'none';

export type Edit = (document: Loose) => void;

/** Two edits of one contract (by default no edit), and the weight of the step in each direction. */
export interface EditPair {
  what: string;
  before?: Edit;
  after: Edit;
  there: Weight;
  back: Weight;
}

const key = { type: 'apiKey', in: 'header', name: 'Authorization' };
const other = { type: 'apiKey', in: 'query', name: 'key' };
const tokenUrl = 'https://example.com/token';
const scopes = { read: 'Reads.', write: 'Writes.' };
const oauth = { type: 'oauth2', flows: { clientCredentials: { tokenUrl, scopes } } };

/** A contract with `Key` at its root. `readThing` is stated, `listParts` is inferred, and both inherit the key. */
export function secured(edit: Edit = () => undefined): string {
  return small((document) => {
    set(document, { security: [{ Key: [] }] });
    set(document['components'], { securitySchemes: { Key: key, Other: other, OAuth: oauth } });
    edit(document);
  });
}

const root =
  (security: unknown): Edit =>
  (document) =>
    set(document, { security });
const own =
  (security: unknown, id = 'readThing'): Edit =>
  (document) =>
    set(operation(document, id), { security });
const scheme =
  (name: string, fields: object): Edit =>
  (document) =>
    set(document['components']?.['securitySchemes'], { [name]: fields });
/** Makes several edits, one after another. */
export const all =
  (...edits: Edit[]): Edit =>
  (document) => {
    for (const edit of edits) edit(document);
  };
const everywhere = (security: unknown): Edit => all(own(security), own(security, 'listParts'));
const rootMoved: Edit = (document) => {
  delete document['security'];
  everywhere([{ Key: [] }])(document);
};
const renamed: Edit = (document) => {
  const { Key, ...others } = (document['components']?.['securitySchemes'] ?? {}) as Loose;
  set(document['components'], { securitySchemes: { ...others, ApiKey: Key } });
  root([{ ApiKey: [] }])(document);
};
const [needsKey, needsBoth, needsEither] = [[{ Key: [] }], [{ Key: [], Other: [] }], [{ Key: [] }, { Other: [] }]];

export const securityPairs: readonly EditPair[] = [
  { what: 'an operation that restates the root', after: own(needsKey), there: 'patch', back: 'patch' },
  { what: 'the root moved to each operation', after: rootMoved, there: 'patch', back: 'patch' },
  { what: 'an alternative', after: own(needsEither), there: 'minor', back: 'major' },
  { what: 'a requirement added to a set', after: own(needsBoth), there: 'major', back: 'minor' },
  {
    what: 'one of two became both',
    before: own(needsEither),
    after: own(needsBoth),
    there: 'major',
    back: 'minor',
  },
  { what: 'an operation that needs no key', after: own([]), there: 'minor', back: 'major' },
  { what: 'an optional key', after: own([...needsKey, {}]), there: 'minor', back: 'major' },
  { what: 'an optional key and none', before: own([...needsKey, {}]), after: own([]), there: 'minor', back: 'minor' },
  { what: 'two forms of no key', before: own([]), after: own([{}]), there: 'patch', back: 'patch' },
  {
    what: 'alternatives in another order',
    before: own(needsEither),
    after: own([...needsEither].reverse()),
    there: 'none',
    back: 'none',
  },
  { what: 'an alternative at the root', after: root(needsEither), there: 'minor', back: 'major' },
  { what: 'a requirement added at the root', after: root(needsBoth), there: 'major', back: 'minor' },
  { what: 'another key at the root', after: root([{ Other: [] }]), there: 'major', back: 'major' },
  { what: 'a root without security', after: root(undefined), there: 'minor', back: 'major' },
  {
    what: 'a root that every operation replaces',
    before: everywhere(needsKey),
    after: all(everywhere(needsKey), root([{ Other: [] }])),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a root that only an inferred operation inherits',
    before: own(needsKey),
    after: all(own(needsKey), root(needsBoth)),
    there: 'minor',
    back: 'minor',
  },
  {
    what: 'a requirement of an inferred operation',
    after: own(needsBoth, 'listParts'),
    there: 'minor',
    back: 'minor',
  },
  {
    what: 'an operation whose path is stated, and whose request is not',
    before: (document) =>
      set(operation(document, 'readThing')['x-provenance'], { stated: ['name', 'method', 'path', 'responses'] }),
    after: (document) => {
      set(operation(document, 'readThing')['x-provenance'], { stated: ['name', 'method', 'path', 'responses'] });
      own(needsBoth)(document);
    },
    there: 'major',
    back: 'minor',
  },
  { what: 'a scheme with another name', after: renamed, there: 'patch', back: 'patch' },
  {
    what: 'schemes that swapped their names',
    after: all(scheme('Key', other), scheme('Other', key)),
    there: 'major',
    back: 'major',
  },
  { what: 'another header', after: scheme('Key', { ...key, name: 'X-Api-Key' }), there: 'major', back: 'major' },
  {
    what: 'a header in small letters',
    after: scheme('Key', { ...key, name: 'authorization' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a token instead of a key',
    after: scheme('Key', { type: 'http', scheme: 'bearer' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'a word before the key',
    after: scheme('Key', { ...key, 'x-prefix': 'Token' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'another word before the key',
    before: scheme('Key', { ...key, 'x-prefix': 'Token' }),
    after: scheme('Key', { ...key, 'x-prefix': 'Api-Key' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'the word before the key in small letters',
    before: scheme('Key', { ...key, 'x-prefix': 'Token' }),
    after: scheme('Key', { ...key, 'x-prefix': 'token' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'the word in small letters, in a header that is no scheme of HTTP',
    before: scheme('Key', { ...key, name: 'X-Key', 'x-prefix': 'Token' }),
    after: scheme('Key', { ...key, name: 'X-Key', 'x-prefix': 'token' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'a bearer token, written as a key',
    before: scheme('Key', { ...key, 'x-prefix': 'Bearer' }),
    after: scheme('Key', { type: 'http', scheme: 'bearer' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a bearer token in another header',
    before: scheme('Key', { ...key, name: 'X-Key', 'x-prefix': 'Bearer' }),
    after: scheme('Key', { type: 'http', scheme: 'bearer' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'a password instead of a key after Basic',
    before: scheme('Key', { ...key, 'x-prefix': 'Basic' }),
    after: scheme('Key', { type: 'http', scheme: 'basic' }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'the format of a token',
    before: scheme('Key', { type: 'http', scheme: 'bearer' }),
    after: scheme('Key', { type: 'http', scheme: 'Bearer', bearerFormat: 'JWT' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'the description of a scheme',
    after: scheme('Key', { ...key, description: 'A key.' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a scheme that nobody needs',
    after: scheme('Session', { ...key, in: 'cookie' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a scope',
    before: root([{ OAuth: ['read'] }]),
    after: root([{ OAuth: ['write', 'read'] }]),
    there: 'major',
    back: 'minor',
  },
  {
    what: 'a flow',
    before: root([{ OAuth: ['read'] }]),
    after: all(
      root([{ OAuth: ['read'] }]),
      scheme('OAuth', { ...oauth, flows: { ...oauth.flows, password: { tokenUrl, scopes } } }),
    ),
    there: 'minor',
    back: 'major',
  },
  {
    what: 'another address for tokens',
    before: root([{ OAuth: ['read'] }]),
    after: all(
      root([{ OAuth: ['read'] }]),
      scheme('OAuth', { ...oauth, flows: { clientCredentials: { tokenUrl: `${tokenUrl}/2`, scopes } } }),
    ),
    there: 'major',
    back: 'major',
  },
];
