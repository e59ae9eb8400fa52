import { fileURLToPath } from 'node:url';
import { type BuildOptions, type TransformOptions, transform } from 'esbuild';
/** A module that users of the package can import: `dist/<name>.js` and `<name>.cjs`, with types for both. */
export interface EntryPoint {
  /** `index` is imported as `directory-contract`, every other name as `directory-contract/<name>`. */
  name: string;
  /** The path of the source file, relative to the project. */
  source: string;
  /** Whether the module also runs in browsers, so that it must not use Node.js. */
  isUniversal: boolean;
  /** Whether the CommonJS file shares `part-*` files with the command, because they have much code in common. */
  sharesParts: boolean;
}

export const entryPoints: readonly EntryPoint[] = [
  { name: 'index', source: 'scripts/index.ts', isUniversal: true, sharesParts: false },
  { name: 'operations', source: 'generated/operations.ts', isUniversal: true, sharesParts: false },
  { name: 'tanstack-query', source: 'generated/tanstack-query.ts', isUniversal: true, sharesParts: false },
  { name: 'validators', source: 'scripts/validators/index.ts', isUniversal: true, sharesParts: false },
  { name: 'examples', source: 'generated/examples.ts', isUniversal: true, sharesParts: false },
  { name: 'runtime', source: 'scripts/generate/run-time.ts', isUniversal: true, sharesParts: false },
  { name: 'sandbox', source: 'scripts/sandbox/index.ts', isUniversal: true, sharesParts: true },
  { name: 'msw', source: 'scripts/mock/msw.ts', isUniversal: true, sharesParts: false },
  { name: 'mock', source: 'scripts/mock/index.ts', isUniversal: false, sharesParts: true },
  { name: 'check', source: 'scripts/check/index.ts', isUniversal: false, sharesParts: true },
  { name: 'vitest', source: 'scripts/check/vitest.ts', isUniversal: false, sharesParts: true },
];

export const project = fileURLToPath(new URL('../../..', import.meta.url));

export const commonOptions = {
  absWorkingDir: project,
  bundle: true,
  target: 'es2022',
  legalComments: 'none',
  logLevel: 'error',
  metafile: true,
} satisfies BuildOptions;

/**
 * Keeps names, for readable stack traces. Keeps lines short, since Node.js prints the whole line that threw an uncaught
 * error before its message, and a terminal or pipe may lose the message after 100 kB.
 */
export const minifyOptions = { minifyWhitespace: true, minifySyntax: true, lineLimit: 200 } satisfies BuildOptions;

/**
 * Shortens the names inside functions. In CommonJS, esbuild keeps the top-level names of a file, so that stack traces
 * still name functions and classes. In an ES module, it would shorten top-level names, too.
 */
export async function shortenNames(text: string, options: TransformOptions = {}): Promise<string> {
  const { target, legalComments } = commonOptions;
  const { code } = await transform(text, { ...options, minifyIdentifiers: true, target, legalComments });
  return code;
}
