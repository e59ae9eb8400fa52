import { fileURLToPath } from 'node:url';
import { problemsOf, readServiceContract, type ServiceOperation, type ServiceParameter } from '../service-contract.js';

/** The path of the document, for `--contract`. */
export const contractFile = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export type Operation = ServiceOperation;
export type QueryParameter = ServiceParameter;
export { problemsOf };

export const { operations, operationOf, routeOf } = readServiceContract(contractFile);
