/**
 * Errors that one loop over items or fields gathers before it ends. A list of a thousand real things may have the same small
 * mistake in each, and what comes after it is still to be judged.
 */
export const mostErrors = 10_000;

/**
 * The code that Ajv wrote for a schema (all errors, one statement a line), so that it takes time by the size of a value. As
 * Ajv writes it, it copies all errors so far for each item that has one: a list of 60,000 wrong things would take minutes.
 * Loops gather no more than `mostErrors`; what fits still does, and what does not still does not.
 *
 * @param looksAtAll whether a schema has keywords for which each item and field counts, whatever is wrong with those before
 * (`contains`, `unevaluatedItems`, `unevaluatedProperties`): then loops go on, and forget further errors
 */
export function linearCode(code: string, looksAtAll = false): string {
  let loops = 0;
  return code
    .replaceAll(/\bvErrors\.concat\(([\w.]+\.errors)\)/g, '($1.forEach((error) => vErrors.push(error)), vErrors)')
    .replaceAll(/^for\((?:let|const) .*\{$/gm, (loop) => {
      const most = `most${loops++}`;
      const end = looksAtAll ? `{ errors = ${most}; vErrors.length = ${most}; }` : 'break;';
      return `const ${most} = errors + ${mostErrors};\n${loop}\nif(errors > ${most}) ${end}`;
    });
}
