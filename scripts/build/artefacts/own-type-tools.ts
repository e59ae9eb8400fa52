import { createRequire } from 'node:module';
import ts from 'typescript';
import type { TypeTools } from './types.js';

// Its ES module would import the TypeScript compiler, which Node.js then searches for the names of its exports.
const generator = createRequire(import.meta.url)('openapi-typescript') as typeof import('openapi-typescript');

/** The tools of this project, which the published package does not have. */
export const ownTypeTools: TypeTools = { openapiTS: generator.default, astToString: generator.astToString, ts };
