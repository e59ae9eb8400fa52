import { createRequire } from 'node:module';
import ts from 'typescript';
import type { TypeTools } from './types.js';

// Use `require`, because the generator's ES module makes Node.js search the whole TypeScript compiler for names of
// exports.
const generator = createRequire(import.meta.url)('openapi-typescript') as typeof import('openapi-typescript');

/** The tools of this project, which the published package does not have. */
export const ownTypeTools: TypeTools = { openapiTS: generator.default, astToString: generator.astToString, ts };
