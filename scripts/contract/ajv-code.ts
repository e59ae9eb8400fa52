/** A string literal in code that Ajv generates. */
export const literal = String.raw`"(?:[^"\\\n]|\\.)*"`;

/** One kind of place in the code that Ajv generates, and its replacement. */
export interface Rewriting {
  /** The places in words, such as `beginnings of a function`. */
  what: string;
  /** Matches all these places. */
  part: RegExp;
  by: string | ((...found: unknown[]) => string);
  /** The expected number of places, or a pattern that matches once in each of them, in whatever form the place is. */
  times: number | RegExp;
}

/** Ajv generates code in a form that the rewritings do not know. */
export class UnknownCode extends Error {
  override readonly name = 'UnknownCode';
}

/**
 * Rewrites code that Ajv generated, one statement a line. Ajv has no options for these changes, and any release may
 * generate other code: each rewriting must find every one of its places, so that none is left unchanged.
 *
 * @param file the file that contains the rewritings
 * @throws UnknownCode if a rewriting finds more or fewer places than expected
 */
export function rewritten(code: string, file: string, rewritings: readonly Rewriting[]): string {
  return rewritings.reduce((text, { what, part, by, times }) => {
    const expected =
      typeof times === 'number' ? times : countOf(text.replaceAll(new RegExp(literal, 'g'), '""'), times);
    const found = countOf(text, part);
    if (found !== expected) {
      throw new UnknownCode(
        `Expected ${expected} ${what} in the code that Ajv generates, in the form that ${file} knows, found ` +
          `${found}. ` +
          'Compare the code of the installed version of Ajv with the patterns there, and correct the patterns, ' +
          'or go back to the previous version.',
      );
    }
    return typeof by === 'string' ? text.replaceAll(part, by) : text.replaceAll(part, by);
  }, code);
}

function countOf(text: string, part: RegExp): number {
  return [...text.matchAll(part)].length;
}

/** Rewrites the loops over items and fields. Loops that compare items stay: they stop at the first mistake. */
export function loopRewriting(by: (loop: string, index: number) => string): Rewriting {
  let loops = 0;
  return {
    what: 'loops',
    part: /^for\((?:(?:let|const) .*|;i\d*--;\)|j\d* = i\d*; j\d*--;\))\{$/gm,
    by: (loop) => (/^for\((?:let|const) /.test(String(loop)) ? by(String(loop), loops++) : String(loop)),
    times: /(?<![\w.$])(?:(?:for|while)\s*\(|do\s*\{)/g,
  };
}
