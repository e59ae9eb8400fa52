import { operation, set } from './documents.js';
import { all, type Edit, type EditPair } from './security-pairs.js';

const root =
  (servers: unknown): Edit =>
  (document) =>
    set(document, { servers });
const own =
  (servers: unknown): Edit =>
  (document) =>
    set(operation(document, 'readThing'), { servers });
const parameter =
  (fields: object): Edit =>
  (document) =>
    set(operation(document, 'readThing'), {
      parameters: [
        { $ref: '#/components/parameters/Id' },
        { name: 'kinds', in: 'query', schema: { type: 'array', items: { type: 'string' } }, ...fields },
      ],
    });
const [one, two] = [{ url: 'https://one.example' }, { url: 'https://two.example' }];
const chosen = (...values: string[]): object[] => [
  { url: '{base}', variables: { base: { default: 'a', ...(values.length > 0 && { enum: values }) } } },
];

/** Pairs that differ in the address or in the form of a call. */
export const callPairs: readonly EditPair[] = [
  { what: 'the server that applies without any', after: root([{ url: '/' }]), there: 'patch', back: 'patch' },
  {
    what: 'an operation that restates the servers',
    before: root([one]),
    after: all(root([one]), own([one])),
    there: 'patch',
    back: 'patch',
  },
  { what: 'an operation on a server of its own', after: own([two]), there: 'major', back: 'major' },
  { what: 'another server', before: root([one]), after: root([two]), there: 'major', back: 'major' },
  { what: 'a further server', before: root([one]), after: root([one, two]), there: 'minor', back: 'major' },
  { what: 'servers in another order', before: root([one, two]), after: root([two, one]), there: 'none', back: 'none' },
  {
    what: 'the description of a server',
    before: root([{ url: '/' }]),
    after: root([{ url: '/', description: 'Here.' }]),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a value of a server variable',
    before: root(chosen('a')),
    after: root(chosen('a', 'b')),
    there: 'minor',
    back: 'major',
  },
  {
    what: 'values of a server variable in another order',
    before: root(chosen('a', 'b')),
    after: root(chosen('b', 'a')),
    there: 'none',
    back: 'none',
  },
  { what: 'a choice of servers', before: root(chosen()), after: root(chosen('a')), there: 'major', back: 'minor' },
  {
    what: 'a style that a parameter has by default',
    before: parameter({}),
    after: parameter({ style: 'form' }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'a form of lists that a parameter has by default',
    before: parameter({}),
    after: parameter({ explode: true }),
    there: 'patch',
    back: 'patch',
  },
  {
    what: 'another form of lists',
    before: parameter({}),
    after: parameter({ explode: false }),
    there: 'major',
    back: 'major',
  },
  {
    what: 'another style',
    before: parameter({}),
    after: parameter({ style: 'pipeDelimited', explode: true }),
    there: 'major',
    back: 'major',
  },
];
