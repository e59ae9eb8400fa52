import { filter, filters, schemas } from './base-document.js';
import { describeRule, found, put, type Row, wrong } from './describe-rule.js';

const description = [...filter, 'get', 'description'];
const update = [...schemas, 'FilterUpdate'];
const field = [...update, 'properties', 'name'];
const register = ['x-unknowns', 0];
const cascade = {
  id: 'deletes.cascade',
  section: '4.3',
  question: 'What else is deleted?',
  assumed: 'Nothing.',
  evidence: 'A deletion.',
};

/** Each of these sentences was once in the document, although no source had documented it. */
const claims = [
  ['They belong to no directory.', 'belong to no'],
  ['Its entries stay, without a tier.', 'stay'],
  ['The entries that were written, in the order of the request.', 'in the order of'],
  ['Null where no slug of its own was chosen.', 'Null where'],
  ['Number of people who hold it.', 'Number of people'],
  ['The time has passed.', 'has passed'],
  ['Whether new entries get this tier.', 'Whether new'],
  ['Position among its neighbours, counted upwards.', 'counted'],
  ['Removes a filter together with its options.', 'together with'],
  ['Adds a badge, for its entries to carry.', 'for its entries to'],
  ['Replaces the form as a whole.', 'Replaces'],
  ['One badge, whatever directory defines it.', 'whatever'],
  ['The entry keeps its place until then.', 'keeps'],
  ['The entry stays\nas it is.', 'stays'],
] as const;

const places = [
  ['tags', 0],
  [...filters, 'post', 'requestBody'],
  [...filters, 'get', 'responses', 'default'],
  ['components', 'parameters', 'FilterId'],
  ['components', 'responses', 'Refused'],
  update,
  field,
];

describeRule('unmarked-claims', {
  accepts: [
    ['a description that says what the name says', put(description, 'Returns all filters, internal and external.')],
    [
      'a claim that names an open question',
      put(description, 'The filters stay.'),
      put([...filter, 'get', 'x-unknown'], ['filter.type-values']),
    ],
    [
      'a claim of a field that names an open question',
      put(field, { type: 'string', description: 'Never empty.', 'x-unknown': ['filter.type-values'] }),
    ],
    [
      'a claim in a stated operation',
      put([...filter, 'get', 'x-provenance', 'stated'], ['name', 'method', 'path', 'responses']),
      put(description, 'The filters stay.'),
    ],
    ['a claim in a stated schema', put([...schemas, 'Filter', 'description'], 'A filter that stays.')],
    ['a claim in a field of it', put([...schemas, 'Filter', 'properties', 'id', 'description'], 'It never changes.')],
    ['a word that contains another', put(description, 'Returns the oncelist of a nevertheless.')],
    ['an example', put(['components', 'examples', 'Filter', 'description'], 'A filter that stays.')],
    ['a field called description', put([...update, 'properties', 'description'], { type: 'string' })],
  ],
  rejects: [
    ...claims.map(
      ([text, words]): Row => [
        text,
        wrong(description, text, `found "${words}". Leave the claim out, or name the open question`),
      ],
    ),
    ...places.map(
      (place): Row => [
        `a claim at ${place.join(' > ')}`,
        put([...place, 'description'], 'It stays.'),
        found([...place, 'description'], 'found "stays"'),
      ],
    ),
    [
      'a claim with a question that almost every place has',
      put(register, cascade),
      put([...filter, 'get', 'x-unknown'], ['deletes.cascade']),
      wrong(description, 'The options stay.', 'found "stay"'),
    ],
    [
      'a claim of a field whose schema names an open question',
      put([...update, 'x-unknown'], ['filter.type-values']),
      put([...field, 'description'], 'It stays.'),
      found([...field, 'description'], 'found "stays"'),
    ],
  ],
});
