import { filterPath, type Mistake, mistake } from './mistake.js';

const register = 'openapi/unknowns.yaml';
/** The end of the first entry whose answer is a boolean. */
const slash = 'type: boolean\n    examples: [false]\n\n- id: the-service.name';
const patch =
  "    section: '4.2'\n    stated: [name, method, path, responses]\n    inferred: { request: convention }\n";
const patchWith = (stated: string, inferred: string): { file: string; find: string; replace: string } => ({
  file: filterPath,
  find: patch,
  replace: `    section: '4.2'\n    stated: ${stated}\n    inferred: ${inferred}\n`,
});

/** Mistakes in provenance, and in the responses of an operation. */
export const provenance: Mistake[] = [
  mistake('an operation without provenance')
    .replacing(filterPath, `  x-provenance:\n${patch}`, '')
    .isFound('operation-provenance', 'x-provenance', 'patch:\n'),
  mistake('a facet that is missing')
    .by(patchWith('[name, method, path]', '{ request: convention }'))
    .isFound('operation-provenance', 'responses', "x-provenance:\n    section: '4.2'"),
  mistake('a facet that is both stated and inferred')
    .by(patchWith('[name, method, path, responses]', '{ request: convention, path: convention }'))
    .isFound('operation-provenance', 'path', '{ request: convention, path: convention }'),
  mistake('a basis that does not exist')
    .by(patchWith('[name, method, path, responses]', '{ request: guess }'))
    .isFound('operation-provenance', 'guess', '{ request: guess }'),
  mistake('an entry of the register that nothing refers to')
    .replacing(register, '- id: limits.size\n', '- id: limits.sizes\n')
    .isFound('unknowns-register', 'limits.sizes', '- id: limits.sizes'),
  mistake('an entry of the register that does not say what an answer looks like')
    .replacing(register, '  evidence: A response with 413.\n  answer: text\n', '  evidence: A response with 413.\n')
    .isFound('unknowns-register', 'Expected answer to be a JSON Schema', '- id: limits.size'),
  mistake('a misspelled keyword in the schema of an answer')
    .replacing(register, slash, slash.replace('type', 'typ'))
    .isFound('unknowns-register', 'unknown keyword: "typ"', 'typ: boolean'),
  mistake('an example of an answer that does not fit its schema')
    .replacing(register, slash, slash.replace('false', 'maybe'))
    .isFound('unknowns-register', 'found "maybe": must be boolean', 'examples: [maybe]'),
  mistake('two codes of success')
    .replacing(filterPath, "    '204':\n", "    '202':\n      description: The filter will go.\n    '204':\n")
    .isFound('one-success-code', '202', "'204':"),
  mistake('an operation without a default response')
    .replacing(
      filterPath,
      'The filter is deleted.\n    default:\n      $ref: ../../components/responses/shared/UnexpectedError.yaml\n',
      'The filter is deleted.\n',
    )
    .isFound('default-response', 'Expected a default response', "responses:\n    '204':"),
];
