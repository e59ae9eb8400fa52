import { createDirectoryClient, DirectoryResponseError } from 'directory-contract';

export const directoryId = process.env['DIRECTORY_ID'] ?? '';

export const api = createDirectoryClient({
  baseUrl: process.env['DIRECTORY_BASE_URL'] ?? 'http://localhost:4010',
  apiKey: () => process.env['DIRECTORY_API_KEY'] ?? '',
});

export type Api = typeof api;

export class NotFoundError extends Error {}

type ApiResult<T> = { ok: true; status: number; data: T } | { ok: false; status: number; error: unknown };

/** Returns the data of a result or throws. */
export async function unwrap<T>(promise: Promise<ApiResult<T>>): Promise<T> {
  const result = await promise;
  if (result.ok) return result.data;
  throw result.status === 404 ? new NotFoundError() : new Error(`Request failed: ${result.status}`);
}

export function isConflict(error: unknown): boolean {
  return error instanceof DirectoryResponseError && error.status === 409;
}
