/** An importable module of the package: it becomes `dist/<name>.js` and `<name>.cjs`, with types for both. */
export interface EntryPoint {
  /** `index` is the package itself, every other name is `directory-contract/<name>`. */
  name: string;
  /** Relative to the project. */
  source: string;
  /** Whether it also runs in a browser, and so must not use Node.js. */
  everywhere: boolean;
}

export const entryPoints: readonly EntryPoint[] = [
  { name: 'index', source: 'scripts/index.ts', everywhere: true },
  { name: 'validators', source: 'scripts/validators/index.ts', everywhere: true },
  { name: 'examples', source: 'generated/examples.ts', everywhere: true },
  { name: 'runtime', source: 'scripts/generate/run-time.ts', everywhere: true },
  { name: 'sandbox', source: 'scripts/sandbox/index.ts', everywhere: true },
  { name: 'mock', source: 'scripts/mock/index.ts', everywhere: false },
  { name: 'check', source: 'scripts/check/index.ts', everywhere: false },
  { name: 'vitest', source: 'scripts/check/vitest.ts', everywhere: false },
];
