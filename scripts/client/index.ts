export type { Paging } from '../contract/paging/paging.js';
export type { Standing } from '../contract/standing.js';
export { buildClient } from './client.js';
export type { DirectoryRequestErrorCode } from './error.js';
export { DirectoryRequestError, ResponseError } from './error.js';
export type { DeepPartial, Factory } from './factory.js';
export { createFactory } from './factory.js';
export { withPrefix } from './key-prefix.js';
export type { ConnectionHandle } from './operation.js';
export { createOperation } from './operation.js';
export { operationRows } from './operation-rows.js';
export { connect } from './options.js';
export { pagesOf } from './pages.js';
export type { DroppedField, ReflectedFields, UndocumentedEffect } from './reflection.js';
export { reflected, withReflected } from './reflection.js';
export type {
  CallArgument,
  CallData,
  CallItem,
  CallRefusal,
  CallResult,
  CallSettings,
  Complete,
  DirectoryClientOptions,
  OperationRow,
} from './types.js';
