// What `import … from 'directory-contract'` gives. It brings nothing along but openapi-fetch.
export { toPartnerEntryUpdate } from '../generated/partner-entry-update.js';
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
export type { DroppedField } from './client/index.js';
export type * from '../generated/types.js';
