import { fileURLToPath } from 'node:url';
import { readServiceContract } from '../service/contract.js';

/** The path of the document, for `--contract`. */
export const contractFile = fileURLToPath(new URL('openapi.yaml', import.meta.url));

export const contract = readServiceContract(contractFile);
