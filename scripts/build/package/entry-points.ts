/** An importable module of the package: it becomes `dist/<name>.js` and `<name>.cjs`, with types for both. */
export interface EntryPoint {
  /** `index` is the package itself, every other name is `directory-contract/<name>`. */
  name: string;
  /** Relative to the project. */
  source: string;
  /** Whether it also runs in a browser, and so must not use Node.js. */
  everywhere: boolean;
  /** Whether its CommonJS form shares parts with the programs, because it has much in common with them. */
  inParts: boolean;
}

export const entryPoints: readonly EntryPoint[] = [
  { name: 'index', source: 'scripts/index.ts', everywhere: true, inParts: false },
  { name: 'validators', source: 'scripts/validators/index.ts', everywhere: true, inParts: false },
  { name: 'examples', source: 'generated/examples.ts', everywhere: true, inParts: false },
  { name: 'runtime', source: 'scripts/generate/run-time.ts', everywhere: true, inParts: false },
  { name: 'sandbox', source: 'scripts/sandbox/index.ts', everywhere: true, inParts: true },
  { name: 'mock', source: 'scripts/mock/index.ts', everywhere: false, inParts: true },
  { name: 'check', source: 'scripts/check/index.ts', everywhere: false, inParts: true },
  { name: 'vitest', source: 'scripts/check/vitest.ts', everywhere: false, inParts: true },
];
