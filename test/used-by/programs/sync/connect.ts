import { createDirectoryClient, type DirectoryClient } from 'directory-contract';

export interface SyncSettings {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly directoryId: string;
  /** Reads and compares, and sends no write. */
  readonly isDryRun: boolean;
}

export function readSettings(environment: Readonly<Record<string, string | undefined>>): SyncSettings {
  const { DIRECTORY_BASE_URL: baseUrl, DIRECTORY_API_KEY: apiKey, DIRECTORY_ID: directoryId } = environment;
  if (!baseUrl || !apiKey || !directoryId)
    throw new Error('Set DIRECTORY_BASE_URL, DIRECTORY_API_KEY and DIRECTORY_ID.');
  return { baseUrl, apiKey, directoryId, isDryRun: environment['DRY_RUN'] === '1' };
}

export async function connect(settings: SyncSettings): Promise<DirectoryClient> {
  const { baseUrl, apiKey, directoryId } = settings;
  const client = createDirectoryClient({ baseUrl, apiKey, retries: 4 });
  client.raw.use({ onRequest: ({ request }) => request.headers.set('X-Job', 'partner-sync') });
  const directories = await client.orThrow.listDirectories();
  if (!directories.some(({ id }) => id === directoryId)) throw new Error(`The key cannot read ${directoryId}.`);
  return client;
}
