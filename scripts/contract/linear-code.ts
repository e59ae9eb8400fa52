import { literal, loopRewriting, rewritten } from './ajv-code.js';

/**
 * Errors that one loop over items or fields gathers before it ends. A list of a thousand real things may have the same
 * small mistake in each, and what comes after it is still to be judged.
 */
export const mostErrors = 10_000;

/**
 * The code that Ajv wrote for a schema (all errors, one statement a line), so that it takes time by the size of a
 * value. As Ajv writes it, it copies all errors so far for each item that has one: a list of 60,000 wrong things would
 * take minutes. Loops gather no more than `mostErrors`; what fits still does, and what does not still does not.
 *
 * @param looksAtAll whether a schema has keywords for which each item and field counts, whatever is wrong with those
 * before (`contains`, `unevaluatedItems`, `unevaluatedProperties`): then loops go on, and forget further errors
 * @throws UnknownCode where Ajv writes other code
 */
export function linearCode(code: string, looksAtAll = false): string {
  // What a schema has as a name or value is no code, whatever it looks like.
  const literals: string[] = [];
  const plain = code.replaceAll(new RegExp(literal, 'g'), (text) => `"${literals.push(text) - 1}"`);
  const linear = rewritten(plain, 'scripts/contract/linear-code.ts', [
    {
      // An `$id` with the end of a comment in it would run.
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
