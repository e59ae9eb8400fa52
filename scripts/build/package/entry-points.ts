/** What people can import: each becomes `dist/<name>.js` and `<name>.cjs`, with types for both. */
export interface EntryPoint {
  /** `index` is the package itself, each other one is `directory-contract/<name>`. */
  name: string;
  /** Relative to the project. */
  source: string;
  /** Whether it runs in a browser, too: nothing of Node.js may come in. */
  everywhere: boolean;
}

export const entryPoints: readonly EntryPoint[] = [
  { name: 'index', source: 'scripts/index.ts', everywhere: true },
  { name: 'validators', source: 'scripts/validators/index.ts', everywhere: true },
  { name: 'examples', source: 'generated/examples.ts', everywhere: true },
  { name: 'sandbox', source: 'scripts/sandbox/index.ts', everywhere: true },
  { name: 'mock', source: 'scripts/mock/index.ts', everywhere: false },
  { name: 'check', source: 'scripts/check/index.ts', everywhere: false },
  { name: 'vitest', source: 'scripts/check/vitest.ts', everywhere: false },
];
