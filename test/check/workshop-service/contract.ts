import { fileURLToPath } from 'node:url';
import { readServiceContract, type ServiceContract } from '../service/contract.js';

/** The path of the document, for `--contract`. */
export const contractFile = fileURLToPath(new URL('openapi.yaml', import.meta.url));

/** The path of the document of the archive, which the same service serves. */
export const archiveFile = fileURLToPath(new URL('archive/openapi.yaml', import.meta.url));

const parts = [contractFile, archiveFile].map(readServiceContract);

/** All operations of the service. */
export const contract: ServiceContract = {
  operations: parts.flatMap(({ operations }) => operations),
  routeOf: (method, target) => parts.map((part) => part.routeOf(method, target)).find((route) => route !== undefined),
  allowedAt: (template) => parts.flatMap((part) => part.allowedAt(template)),
};
