import { literal, loopRewriting, rewritten } from './ajv-code.js';

/**
 * The number of errors after which a loop over items or fields stops. All of a thousand items may have the same small
 * mistake, and the rest of the value must still be validated.
 */
export const mostErrors = 10_000;

/**
 * Rewrites the code that Ajv generated for a schema (all errors, one statement a line) to run in linear time. Ajv's own
 * code copies all previous errors for each wrong item: a list of 60,000 wrong items would take minutes. Loops collect
 * at most `mostErrors`; the result, valid or invalid, stays the same.
 *
 * @param looksAtAll whether the schema has keywords that need every item and field, even after mistakes (`contains`,
 * `unevaluatedItems`, `unevaluatedProperties`): then loops continue, and drop further errors
 * @throws UnknownCode if Ajv generates code of an unknown form
 */
export function linearCode(code: string, looksAtAll = false): string {
  // Names and values from the schema are not code, whatever they look like.
  const literals: string[] = [];
  const plain = code.replaceAll(new RegExp(literal, 'g'), (text) => `"${literals.push(text) - 1}"`);
  const linear = rewritten(plain, 'scripts/contract/linear-code.ts', [
    {
      // An `$id` that contains the end of a comment would run as code.
      what: 'comments with the id of a schema',
      part: /\/\*# sourceURL="\d+" \*\/;/g,
      by: '',
      times: /# sourceURL=/g,
    },
    {
      what: 'copies of errors',
      part: /\bvErrors\.concat\(([\w.]+\.errors)\)/g,
      by: '($1.forEach((error) => vErrors.push(error)), vErrors)',
      times: /,parentData\b/g,
    },
    loopRewriting((loop, index) => {
      const most = `most${index}`;
      const end = looksAtAll ? `{ errors = ${most}; vErrors.length = ${most}; }` : 'break;';
      return `const ${most} = errors + ${mostErrors};\n${loop}\nif(errors > ${most}) ${end}`;
    }),
  ]);
  return linear.replaceAll(/"(\d+)"/g, (_, index: string) => literals[Number(index)] ?? '');
}
