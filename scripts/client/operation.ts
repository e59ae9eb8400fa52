import { type CallRow, type ClientConnection, callOperation, sendOver } from './call.js';
import type { AnyCall, AnyResult } from './types.js';

/** A connection as programs see it: they pass it to the functions of operations. */
export type ConnectionHandle = Pick<ClientConnection, 'baseUrl'>;

/** A function that calls one operation over a connection. */
export type OperationFunction = (connection: ConnectionHandle, call?: AnyCall) => Promise<AnyResult>;

/** Makes the function of one operation, for programs that do not need the whole client. */
export function createOperation(
  id: string,
  method: CallRow['method'],
  path: string,
  exceptions?: Partial<CallRow>,
): OperationFunction {
  const row = { method, path, media: 'application/json', ...exceptions };
  return (handle, call = {}) => {
    const connection = handle as ClientConnection;
    return connection.guard(callOperation(row, call, sendOver(connection)), id);
  };
}
