import { filterPath, type Mistake, replacing } from './mistake.js';

const register = 'openapi/unknowns.yaml';
const patch =
  "    section: '4.2'\n    stated: [name, method, path, responses]\n    inferred: { request: convention }\n";
const patchWith = (stated: string, inferred: string): { file: string; find: string; replace: string } => ({
  file: filterPath,
  find: patch,
  replace: `    section: '4.2'\n    stated: ${stated}\n    inferred: ${inferred}\n`,
});

/** Mistakes in what the document says of its sources, and in the answers that an operation has. */
export const provenance: Mistake[] = [
  replacing(
    'an operation without provenance',
    { file: filterPath, find: `  x-provenance:\n${patch}`, replace: '' },
    { rule: 'operation-provenance', at: 'patch:\n', says: 'x-provenance' },
  ),
  replacing('a facet that is missing', patchWith('[name, method, path]', '{ request: convention }'), {
    rule: 'operation-provenance',
    at: "x-provenance:\n    section: '4.2'",
    says: 'responses',
  }),
  replacing(
    'a facet that is both stated and inferred',
    patchWith('[name, method, path, responses]', '{ request: convention, path: convention }'),
    { rule: 'operation-provenance', at: '{ request: convention, path: convention }', says: 'path' },
  ),
  replacing('a basis that does not exist', patchWith('[name, method, path, responses]', '{ request: guess }'), {
    rule: 'operation-provenance',
    at: '{ request: guess }',
    says: 'guess',
  }),
  replacing(
    'an entry of the register on which nothing rests',
    { file: register, find: '- id: limits.size\n', replace: '- id: limits.sizes\n' },
    { rule: 'unknowns-register', at: '- id: limits.sizes', says: 'limits.sizes' },
  ),
  replacing(
    'two codes of success',
    {
      file: filterPath,
      find: "    '204':\n",
      replace: "    '202':\n      description: The filter will go.\n    '204':\n",
    },
    { rule: 'one-success-code', at: "'204':", says: '202' },
  ),
  replacing(
    'an operation without a default response',
    {
      file: filterPath,
      find: 'The filter is gone.\n    default:\n      $ref: ../../components/responses/shared/UnexpectedError.yaml\n',
      replace: 'The filter is gone.\n',
    },
    { rule: 'default-response', at: "responses:\n    '204':", says: 'Expected a default response' },
  ),
];
