/** A string in the code that Ajv writes. */
export const literal = String.raw`"(?:[^"\\\n]|\\.)*"`;

/** One kind of place in the code that Ajv writes, and what takes its place. */
export interface Rewriting {
  /** The places in words, as in `beginnings of a function`. */
  what: string;
  /** Matches all of them. */
  part: RegExp;
  by: string | ((...found: unknown[]) => string);
  /** How many there must be, or a sign that stands once in each of them, in whatever form it is. */
  times: number | RegExp;
}

/** Ajv writes other code than it did when a rewriting was made. */
export class UnknownCode extends Error {
  override readonly name = 'UnknownCode';
}

/**
 * Rewrites code that Ajv wrote, one statement a line. No option of Ajv gives these forms, and any release may write
 * others: each rewriting must find as many places as there are, so that none is left as it was.
 *
 * @param file has the rewritings
 * @throws UnknownCode where one finds more or fewer places
 */
export function rewritten(code: string, file: string, rewritings: readonly Rewriting[]): string {
  return rewritings.reduce((text, { what, part, by, times }) => {
    const expected =
      typeof times === 'number' ? times : countOf(text.replaceAll(new RegExp(literal, 'g'), '""'), times);
    const found = countOf(text, part);
    if (found !== expected) {
      throw new UnknownCode(
        `Expected the code that Ajv writes to have ${expected} ${what} in the form that ${file} knows, found ` +
          `${found}. ` +
          'Compare the code of the version of Ajv that is installed with the patterns there, and correct them, ' +
          'or go back to the version before.',
      );
    }
    return typeof by === 'string' ? text.replaceAll(part, by) : text.replaceAll(part, by);
  }, code);
}

function countOf(text: string, part: RegExp): number {
  return [...text.matchAll(part)].length;
}

/**
 * Rewrites the loops over items and fields. Those that compare items with one another find one mistake, and stay as
 * they are.
 */
export function loopRewriting(by: (loop: string, index: number) => string): Rewriting {
  let loops = 0;
  return {
    what: 'loops',
    part: /^for\((?:(?:let|const) .*|;i\d*--;\)|j\d* = i\d*; j\d*--;\))\{$/gm,
    by: (loop) => (/^for\((?:let|const) /.test(String(loop)) ? by(String(loop), loops++) : String(loop)),
    times: /(?<![\w.$])(?:(?:for|while)\s*\(|do\s*\{)/g,
  };
}
