import { NoVerdict } from '../model/no-verdict.js';
import { type CheckOptions, defaultSettle } from '../model/options.js';
import { readCredentials } from '../transport/credentials.js';
import type { NetworkOptions } from '../transport/network.js';
import { writeIntervalOf } from '../transport/target.js';
import type { Transport } from '../transport/transport.js';
import type { Journal, ResourceRecord } from './journal.js';
import {
  getStateHome,
  listStateFolders,
  type OwnJournal,
  openJournal,
  readState,
  stateFolderOf,
  wrongServerRefusal,
} from './journal-folder.js';
import { openTransport } from './resource-reads.js';
import { createPacer, type RestoreResult, Restorer } from './restorer.js';

/** Options of `undo`. Without a base URL, it undoes the writes to all servers. `signal` ends it between resources. */
export type UndoOptions = Partial<
  Pick<CheckOptions, 'baseUrl' | 'allowInsecureHosts' | 'timeout' | 'settle' | 'writeInterval'> &
    Pick<CheckOptions, 'headers' | 'keyCommand' | 'stateHome' | 'signal'> &
    NetworkOptions
>;

export interface OpenResource {
  baseUrl: string;
  resource: ResourceRecord;
  writeCount: number;
  /** JSON pointers of the written values in the resource. */
  pointers: ReadonlySet<string>;
  /** Time of the last write, in milliseconds since 1970. */
  lastWriteAt: number;
}

export interface UndoResult extends OpenResource {
  result: RestoreResult;
}

/** Returns the resources to undo, the last written first. @throws StateRefusal if a journal is damaged */
export function planUndo(options: Pick<UndoOptions, 'baseUrl' | 'stateHome'>): OpenResource[] {
  return listFolders(options.baseUrl, options.stateHome ?? getStateHome()).flatMap((folder) => {
    const state = readState(folder);
    return state?.beginRecord ? listOpenResources(state.beginRecord.baseUrl, state) : [];
  });
}

/**
 * Undoes writes of earlier runs that may still need an undo, newest first. Reports the final state of each resource.
 *
 * @throws StateRefusal if a journal is damaged, or in use by another process
 * @throws UsageError if the key is missing
 * @throws NoVerdict if the server cannot be reached or refuses the key; the journal is kept
 */
export async function undo(options: UndoOptions, onResource: (result: UndoResult) => void): Promise<void> {
  const { stateHome: home = getStateHome(), signal } = options;
  // All journals are checked before the first request is sent.
  const journals = listFolders(options.baseUrl, home).map((folder) => {
    const state = readState(folder);
    const needsKey = state?.getOpenResources().some(({ security }) => security.kind !== 'none') !== false;
    return { folder, baseUrl: state?.beginRecord?.baseUrl, needsKey };
  });
  for (const { folder, baseUrl } of journals)
    if (baseUrl !== undefined && stateFolderOf(baseUrl, home) !== folder) throw wrongServerRefusal(folder);
  for (const { folder, baseUrl, needsKey } of journals) {
    if (baseUrl === undefined || signal?.aborted) continue;
    const credentials = await readCredentials(options, needsKey);
    const transport = openTransport({ ...options, baseUrl }, { credentials, network: options });
    try {
      const ownJournal = await openJournal(folder, baseUrl, transport.isKeyIn);
      if (!ownJournal) continue;
      try {
        await undoOpenWrites(ownJournal, transport, { ...options, baseUrl }, onResource);
      } finally {
        ownJournal.close();
      }
    } finally {
      await transport.close();
    }
  }
}

async function undoOpenWrites(
  { journal }: OwnJournal,
  transport: Transport,
  options: UndoOptions & { baseUrl: string },
  onResource: (result: UndoResult) => void,
): Promise<void> {
  const { baseUrl, settle = defaultSettle, onNotice, signal } = options;
  const restorer = new Restorer({
    journal,
    maxSettleTime: settle * 1000,
    pacer: createPacer(writeIntervalOf(options)),
    notify: onNotice,
    async send(request, security) {
      const exchange = await transport.send(request, security);
      const { failure, response } = exchange;
      if (failure && /^(target|tls)\./.test(failure.code)) throw new NoVerdict(failure.code, failure.message);
      if (response?.status === 401 || response?.status === 403)
        throw new NoVerdict(
          'key.refused',
          `The server refuses the key: ${request.method} ${request.path} returned ${response.status}. Set ` +
            'DIRECTORY_API_KEY to a key that the server accepts.',
        );
      return exchange;
    },
  });
  const resources: OpenResource[] = [];
  for (const openResource of listOpenResources(baseUrl, journal.state)) {
    if (signal?.aborted) break;
    resources.push(openResource);
    await restorer.restore(openResource.resource, false);
  }
  const results = await restorer.proveStates(resources.map(({ resource }) => resource));
  for (const [index, openResource] of resources.entries())
    onResource({ ...openResource, result: results[index] as RestoreResult });
}

function listOpenResources(baseUrl: string, state: Journal['state']): OpenResource[] {
  return state.getOpenResources().map((resource) => {
    const writes = state.getOpenWrites(resource.resource);
    return {
      baseUrl,
      resource,
      writeCount: writes.length,
      lastWriteAt: writes[0]?.at ?? 0,
      pointers: new Set(writes.flatMap(({ sent }) => sent.map(({ pointer }) => pointer))),
    };
  });
}

function listFolders(baseUrl: string | undefined, home: string): string[] {
  return baseUrl === undefined ? listStateFolders(home) : [stateFolderOf(baseUrl, home)];
}
