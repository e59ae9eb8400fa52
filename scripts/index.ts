// The module `directory-contract`. Its only dependency is openapi-fetch.

export type {
  Complete,
  DirectoryCall,
  DirectoryClient,
  DirectoryClientOptions,
  DirectoryMethods,
  DirectoryOrThrow,
  DirectoryPages,
  DirectoryRefusal,
  DirectoryRequestErrorCode,
  DirectoryResult,
} from '../generated/client.js';
export { createDirectoryClient, DirectoryRequestError, DirectoryResponseError } from '../generated/client.js';
export { isPartnerEntry } from '../generated/is-partner-entry.js';
export type { OperationId } from '../generated/operation-table.js';
export { contractVersion, operationTable } from '../generated/operation-table.js';
export type { DroppedField, UndocumentedEffect } from '../generated/partner-entry-update.js';
export { toPartnerEntryUpdate, withPartnerEntryUpdate } from '../generated/partner-entry-update.js';
export type * from '../generated/types.js';
