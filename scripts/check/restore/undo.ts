import { NoVerdict } from '../model/no-verdict.js';
import { type CheckOptions, defaultSettle } from '../model/options.js';
import { readCredentials } from '../transport/credentials.js';
import { writeIntervalOf } from '../transport/target.js';
import type { Transport } from '../transport/transport.js';
import type { Journal, ResourceRecord } from './journal.js';
import { ownTransport } from './look.js';
import { type Mended, Mender, pacing } from './mender.js';
import {
  type OwnJournal,
  oldJournal,
  stateFolder,
  stateFolders,
  stateHome,
  stateIn,
  strangeJournal,
} from './opening.js';

/** Without a base URL, writes to all servers are undone. After an abort, no further resource is processed. */
export type UndoOptions = Partial<
  Pick<
    CheckOptions,
    | 'baseUrl'
    | 'allowInsecureHosts'
    | 'timeout'
    | 'settle'
    | 'writeInterval'
    | 'headers'
    | 'keyCommand'
    | 'stateHome'
    | 'onNotice'
    | 'signal'
  >
>;

export interface OpenResource {
  baseUrl: string;
  resource: ResourceRecord;
  writes: number;
  /** JSON pointers of the written values in the resource. */
  pointers: ReadonlySet<string>;
  /** Time of the last write, in milliseconds since 1970. */
  at: number;
}

export interface UndoneResource extends OpenResource {
  mended: Mended;
}

/** Returns what `undo` would process, newest first. @throws StateRefusal if a journal is damaged */
export function undoPlan({
  baseUrl,
  stateHome: home = stateHome(),
}: Pick<UndoOptions, 'baseUrl' | 'stateHome'>): OpenResource[] {
  return folders(baseUrl, home).flatMap((folder) => {
    const state = stateIn(folder);
    return state?.begin ? openIn(state.begin.baseUrl, state) : [];
  });
}

/**
 * Undoes the open writes of earlier runs, newest first, and reports the final state of each resource.
 *
 * @throws StateRefusal if a journal is damaged, or in use by another process
 * @throws UsageError if the key is missing
 * @throws NoVerdict if the server cannot be reached or refuses the key; the journal is kept
 */
export async function undo(options: UndoOptions, onResource: (undone: UndoneResource) => void): Promise<void> {
  const { stateHome: home = stateHome(), signal } = options;
  // Checks all journals before the first request.
  const all = folders(options.baseUrl, home).map((folder) => {
    const state = stateIn(folder);
    const needsKey = state?.openResources().some(({ security }) => security.kind !== 'none') !== false;
    return { folder, begin: state?.begin, needsKey };
  });
  for (const { folder, begin } of all)
    if (begin && stateFolder(begin.baseUrl, home) !== folder) throw strangeJournal(folder);
  for (const { folder, begin, needsKey } of all) {
    if (!begin || signal?.aborted) continue;
    const credentials = await readCredentials(options, needsKey);
    const transport = ownTransport({ ...options, baseUrl: begin.baseUrl }, credentials);
    try {
      const own = await oldJournal(folder, begin.baseUrl, transport.leaks);
      if (!own) continue;
      try {
        await undoAll(own, transport, { ...options, baseUrl: begin.baseUrl }, onResource);
      } finally {
        own.close();
      }
    } finally {
      await transport.close();
    }
  }
}

async function undoAll(
  { journal }: OwnJournal,
  transport: Transport,
  options: UndoOptions & { baseUrl: string },
  onResource: (undone: UndoneResource) => void,
): Promise<void> {
  const { baseUrl, settle = defaultSettle, onNotice, signal } = options;
  const mender = new Mender({
    journal,
    settle: settle * 1000,
    pace: pacing(writeIntervalOf(options)),
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
  const begun: OpenResource[] = [];
  for (const open of openIn(baseUrl, journal.state)) {
    if (signal?.aborted) break;
    begun.push(open);
    await mender.mend(open.resource, false);
  }
  const mended = await mender.prove(begun.map(({ resource }) => resource));
  for (const [index, open] of begun.entries()) onResource({ ...open, mended: mended[index] as Mended });
}

function openIn(baseUrl: string, state: Journal['state']): OpenResource[] {
  return state.openResources().map((resource) => {
    const writes = state.openWrites(resource.thing);
    return {
      baseUrl,
      resource,
      writes: writes.length,
      at: writes[0]?.at ?? 0,
      pointers: new Set(writes.flatMap(({ sent }) => sent.map(({ pointer }) => pointer))),
    };
  });
}

function folders(baseUrl: string | undefined, home: string): string[] {
  return baseUrl === undefined ? stateFolders(home) : [stateFolder(baseUrl, home)];
}
