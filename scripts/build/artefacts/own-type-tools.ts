import { createRequire } from 'node:module';
import ts from 'typescript';
import type { TypeTools } from './types.js';

// Loaded by `require`: for an `import` of the generator's ES module, Node.js would search the whole TypeScript compiler
// for names of exports.
const generator = createRequire(import.meta.url)('openapi-typescript') as typeof import('openapi-typescript');

/** The generator and the compiler that this project installs. The published package does not include them. */
export const ownTypeTools: TypeTools = { openapiTS: generator.default, astToString: generator.astToString, ts };
