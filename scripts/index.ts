// What `import … from 'directory-contract'` gives. It brings nothing along but openapi-fetch.
export { createDirectoryClient, DirectoryRequestError } from '../generated/client.js';
export type {
  DirectoryCall,
  DirectoryClient,
  DirectoryClientOptions,
  DirectoryRequestErrorCode,
  DirectoryResult,
} from '../generated/client.js';
export { contractVersion, operationTable } from '../generated/operation-table.js';
export type { OperationId } from '../generated/operation-table.js';
export type * from '../generated/types.js';
