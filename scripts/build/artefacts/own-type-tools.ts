import { createRequire } from 'node:module';
import ts from 'typescript';
import type { TypeTools } from './types.js';

// Use `require`: for an `import` of the generator's ES module, Node.js would first scan the whole TypeScript compiler
// for export names.
const generator = createRequire(import.meta.url)('openapi-typescript') as typeof import('openapi-typescript');

/** The generator and compiler from this project's dependencies. The published package does not include them. */
export const ownTypeTools: TypeTools = { openapiTS: generator.default, astToString: generator.astToString, ts };
