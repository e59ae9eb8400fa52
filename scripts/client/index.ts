export { buildClient } from './client.js';
export { DirectoryRequestError } from './error.js';
export type { DirectoryRequestErrorCode } from './error.js';
export type { CallArgument, CallData, CallResult, DirectoryClientOptions, OperationRow, Standing } from './types.js';
