import * as fc from 'fast-check';
import type { Schema } from '../../scripts/contract/schema.js';
import { initialState } from '../../scripts/sandbox/data/initial-state.js';
import { schemas } from '../../scripts/sandbox/sandbox.js';
import { words } from '../words.js';

/** Names that have a meaning in JavaScript or in the sandbox, and names without a meaning. */
const names = fc.constantFrom(
  ...words`
    __proto__ constructor toString hasOwnProperty id href tier callouts partners owner status filterOptions
    entriesCount order title ~1/ é🐦 length
  `,
  'a b',
  '',
);

/** Texts with all that JSON allows: combining marks, surrogate pairs, lone surrogates, zero bytes, right-to-left. */
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 6 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom('', ' ', '\u0000', '\ud800', '\u202Eabc', 'A', 'D', 'public', '\r\n', '"', '</script>'),
  },
  { weight: 1, arbitrary: fc.constantFrom('x'.repeat(10_000), 'ﷺ'.repeat(500)) },
);

const number = fc.oneof(
  fc.integer({ min: -3, max: 9 }),
  fc.constantFrom(0, -0, 1.5, 1e21, Number.MAX_SAFE_INTEGER, -Number.MAX_VALUE, Number.MIN_VALUE),
);

/** Any JSON value, usually a small one. */
export const json: fc.Arbitrary<unknown> = fc.letrec((self) => ({
  value: fc.oneof(
    { depthSize: 'small', maxDepth: 4, withCrossShrink: true },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(self('value'), { maxLength: 3 }),
    fc.array(fc.tuple(names, self('value')), { maxLength: 3 }).map(Object.fromEntries),
  ),
})).value;

const idsOf = (...collections: string[]): fc.Arbitrary<string> =>
  fc.constantFrom(...collections.flatMap((name) => (initialState.collections[name] ?? []).map(({ id }) => id)));

/** Ids, mostly those of existing resources. */
export const uuid = fc.oneof(
  { weight: 6, arbitrary: idsOf('PartnerEntry', 'AppEntry', 'Tier', 'Directory', 'Filter', 'FilterOption', 'Review') },
  fc.uuid(),
);

const mostly = (arbitrary: fc.Arbitrary<unknown>, otherArbitrary: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary }, otherArbitrary);

/** Values that fields accept. If values only fitted the schema, the sandbox would refuse nearly every update. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  id: fc.oneof(
    uuid,
    fc.uuid(),
    fc.uuid().map((id) => id.toUpperCase()),
  ),
  tier: mostly(idsOf('Tier'), uuid),
  partners: mostly(fc.array(idsOf('PartnerEntry'), { maxLength: 3 }), fc.array(uuid, { maxLength: 2 })),
  assign: mostly(fc.array(idsOf('PartnerEntry', 'AppEntry'), { maxLength: 3 }), fc.array(uuid, { maxLength: 2 })),
  unassign: mostly(fc.array(idsOf('PartnerEntry', 'AppEntry'), { maxLength: 3 }), fc.array(uuid, { maxLength: 2 })),
  text_color: mostly(fc.constantFrom('FFF', '1A7F5A', 'aabbccdd'), text),
  background_color: mostly(fc.constantFrom('000', '1a7f5a'), text),
  pdf_file_thumbnail_url: mostly(fc.constant('https://a.example/t.png'), text),
  supportEmail: mostly(fc.constant('a@b.example'), text),
};

const formats: Record<string, fc.Arbitrary<string>> = {
  uuid: fc.oneof(
    { weight: 5, arbitrary: uuid },
    uuid.map((id) => id.toUpperCase()),
  ),
  uri: fc.constantFrom(
    'https://a.example',
    'http://b.example:8080/p?q=1#f',
    'urn:x:y',
    'mailto:a@b.example',
    'https://xn--e1a.example/%20',
  ),
  email: fc.constantFrom('a@b.example', 'a+b@c.example', '"a b"@c.example'),
};

const scalars: Record<string, fc.Arbitrary<unknown>> = {
  string: fc.oneof({ weight: 3, arbitrary: text }, fc.constantFrom('FFF', '1A7F5A', 'P', 'https://a.example')),
  integer: fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min: -3, max: 9 }) },
    fc.constantFrom(1e21, Number.MAX_SAFE_INTEGER),
  ),
  boolean: fc.boolean(),
  null: fc.constant(null),
};

/** Fields of open objects that the sandbox reads in other places, where these values could make it fail. */
const readElsewhere = fc.constantFrom<[name: string, value: unknown]>(
  ['callouts', [{ id: 'none' }]],
  ['callouts', [{ order: '1' }]],
  ['callouts', [7]],
  ['callouts', {}],
  ['partners', ['none']],
  ['partners', 7],
  ['owner', {}],
  ['filterOption', ['none']],
  ['filter', null],
  ['tier', 'none'],
  ['id', 7],
  ['order', 'first'],
);

const createdArbitraries = new Map<Schema, fc.Arbitrary<unknown>>();

/** A value that fits a schema of the contract, except that it may break bounds and patterns. */
export function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const resolvedSchema = schemas.resolve(schema);
  const knownArbitrary = createdArbitraries.get(resolvedSchema);
  if (knownArbitrary) return knownArbitrary;
  const arbitrary = build(resolvedSchema);
  createdArbitraries.set(resolvedSchema, arbitrary);
  return arbitrary;
}

function build(schema: Schema): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (schema.format !== undefined && formats[schema.format]) return formats[schema.format] as fc.Arbitrary<unknown>;
  if (type === 'array') return fc.array(fitting(schema.items ?? {}), { maxLength: 3 });
  const { properties, isOpen: open } = schemas.fields(schema);
  if (type !== 'object' && properties.size === 0) return scalars[type ?? ''] ?? json;
  const isMedia = properties.has('pdf_file_thumbnail_url');
  const field = (name: string, otherSchema: Schema): fc.Arbitrary<unknown> =>
    isMedia && name === 'type' ? mostly(fc.constantFrom('P', 'v'), text) : (byName[name] ?? fitting(otherSchema));
  const fields = fc.record(Object.fromEntries([...properties].map(([name, each]) => [name, field(name, each)])), {
    requiredKeys: [],
  });
  // An update may contain only the id of its own resource, which is unknown here, so ids are mostly left out.
  const listedArbitrary = fc
    .tuple(fields, fc.nat({ max: 4 }))
    .map(([{ id, ...rest }, keep]) => (keep === 0 && id !== undefined ? { id, ...rest } : rest));
  const values = typeof schema.additionalProperties === 'object' ? fitting(schema.additionalProperties) : json;
  const others = fc.array(values === json ? fc.oneof(fc.tuple(names, json), readElsewhere) : fc.tuple(names, values), {
    maxLength: open ? 3 : 0,
  });
  return fc.tuple(listedArbitrary, others).map(([own, more]) => Object.fromEntries([...more, ...Object.entries(own)]));
}

/** A value that fits, except that one field has any JSON value at all. */
export function broken(schema: Schema): fc.Arbitrary<unknown> {
  const resolved = schemas.resolve(schema);
  if (resolved.type === 'array') return fc.array(broken(resolved.items ?? {}), { minLength: 1, maxLength: 2 });
  const fields = [...schemas.fields(resolved).properties.keys()];
  const name = fields.length > 0 ? fc.oneof(fc.constantFrom(...fields), names) : names;
  return fc
    .tuple(fitting(resolved), name, json)
    .map(([value, field, wrong]) => Object.fromEntries([...Object.entries(value as object), [field, wrong]]));
}
