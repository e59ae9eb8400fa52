import { NoVerdict } from '../model/no-verdict.js';
import { defaultSettle } from '../model/options.js';
import { createTransport, type Transport } from '../transport/index.js';
import { targetOf } from '../transport/target.js';
import type { Journal } from './journal.js';
import { type Mended, Mender } from './mender.js';
import { type OwnJournal, oldJournal, stateIn, strangeJournal } from './opening.js';
import { pacing } from './pace.js';
import type { ResourceRecord } from './records.js';
import { stateFolder, stateFolders, stateHome } from './state-folder.js';

export interface UndoOptions {
  /** Only what was written to this server; all servers where it is left out. */
  baseUrl?: string;
  /** A host that may be called by http though it is not this machine. */
  allowInsecureHost?: string;
  /** Seconds for one request in all; 30 by default. */
  timeout?: number;
  /** Seconds that a write may come late, and reads may lag, before the last read; 10 by default. */
  settle?: number;
  /** Seconds between two writes; 1 by default, and 0 on this machine. */
  writeInterval?: number;
  stateHome?: string;
  onNotice?: (sentence: string) => void;
  /** No further thing is begun once it is aborted. */
  signal?: AbortSignal;
}

/** A thing that writes of a run are open for. */
export interface OpenResource {
  baseUrl: string;
  resource: ResourceRecord;
  writes: number;
  /** What was sent, as JSON pointers into the thing. */
  pointers: ReadonlySet<string>;
  /** When it was written to last, in milliseconds since 1970. */
  at: number;
}

export interface UndoneResource extends OpenResource {
  mended: Mended;
}

/** What `undo` would look at, newest first. @throws StateRefusal where a journal is damaged */
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
 * Puts back what runs have left, newest first, and tells of each thing what became of it.
 *
 * @throws StateRefusal where a journal is damaged, or another process has it
 * @throws UsageError where the key is missing
 * @throws NoVerdict where the server cannot be reached or refuses the key; the journal is kept
 */
export async function undo(options: UndoOptions, onResource: (undone: UndoneResource) => void): Promise<void> {
  const { stateHome: home = stateHome(), signal } = options;
  // All are looked at before anything is sent.
  const all = folders(options.baseUrl, home).map((folder) => ({ folder, begin: stateIn(folder)?.begin }));
  for (const { folder, begin } of all)
    if (begin && stateFolder(begin.baseUrl, home) !== folder) throw strangeJournal(folder);
  for (const { folder, begin } of all) {
    if (!begin || signal?.aborted) continue;
    const transport = createTransport({
      baseUrl: begin.baseUrl,
      connections: 1,
      timeout: (options.timeout ?? 30) * 1000,
      alone: true,
      ...(options.allowInsecureHost !== undefined && { allowInsecureHost: options.allowInsecureHost }),
    });
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
  const { writeInterval = targetOf(baseUrl).isLoopback ? 0 : 1 } = options;
  const mender = new Mender({
    journal,
    settle: settle * 1000,
    pace: pacing(writeInterval * 1000),
    tell: onNotice,
    async send(request, security) {
      const exchange = await transport.send(request, security);
      const { failure, response } = exchange;
      if (failure && /^(target|tls)\./.test(failure.code)) throw new NoVerdict(failure.code, failure.message);
      if (response?.status === 401 || response?.status === 403)
        throw new NoVerdict(
          'key.refused',
          `The server refuses the key: ${request.method} ${request.path} answered ${response.status}. Set ` +
            'DIRECTORY_API_KEY to a key that it knows.',
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
