import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import type { TypeTools } from './types.js';

/** The tools of this project, which the published package does not have. */
export const ownTypeTools: TypeTools = { openapiTS, astToString, ts };
