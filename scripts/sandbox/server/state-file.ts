import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { LineFile, type LineWithChecksum, readCheckedLines, readChunks, toCheckedLine } from '../../files/line-file.js';
import { writeDraft } from '../../files/whole-file.js';
import { claim, describeHolder } from '../../system/claim.js';
import { sanitizeLine, sanitizeSentence } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';
import { recordMistakes } from '../behaviour/state-form.js';
import { Refusal } from '../model/response.js';
import { type SandboxState, Store, type StoreChange, type StoredRecord } from '../model/store.js';
import { changeMistake } from './state-check.js';

/**
 * A state on disk. All changes passed to `append` and `replace` survive even if the process is killed. A power cut may
 * lose the last changes of `append`, because waiting for the disk would slow down every request.
 */
export interface StateFile {
  /** The state that the file contained; undefined if the file did not exist. */
  readonly state: SandboxState | undefined;
  /** True if the last line was incomplete: the previous process was killed during a write. */
  readonly hasIncompleteLine: boolean;
  /** Size in bytes of the lines that `append` wrote; `compactSize` is the size of all earlier lines. */
  readonly appendedSize: number;
  readonly compactSize: number;
  /** Adds the changes of one request. @throws Refusal if the write fails; then the file is unchanged */
  append(changes: readonly StoreChange[], serial: number): void;
  /** Replaces the whole content of the file. @throws Refusal if the write fails; then the file is unchanged */
  replace(state: SandboxState): void;
  close(): void;
}

/**
 * Opens a state file for this process alone, and creates it if it does not exist.
 *
 * @throws UsageError if another process uses the file, or if it is empty or damaged, without changing it. An incomplete
 * last line is not damage.
 */
export async function openStateFile(path: string, initialState: SandboxState): Promise<StateFile> {
  // Resolve links, so that every process finds the same lock.
  const realPath = existsSync(path) ? realpathSync(path) : path;
  const unlock = await lockFile(realPath);
  try {
    const savedState = existsSync(realPath) ? readState(realPath) : undefined;
    let file = savedState?.isCompact
      ? new LineFile(realPath)
      : replaceFile(realPath, savedState?.state ?? initialState);
    let compactSize = file.size;
    return {
      state: savedState?.state,
      hasIncompleteLine: savedState?.isLastLineIncomplete === true,
      get appendedSize() {
        return file.size - compactSize;
      },
      get compactSize() {
        return compactSize;
      },
      append(changes, serial) {
        writeOrRefuse(path, () => file.add(lineFor(changes, serial)));
      },
      replace(next) {
        const oldFile = file;
        file = writeOrRefuse(path, () => replaceFile(realPath, next));
        oldFile.close();
        compactSize = file.size;
      },
      close() {
        file.close();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

async function lockFile(path: string): Promise<() => void> {
  const lock = await claim({ folder: dirname(path), prefix: `${basename(path)}.lock` });
  if ('release' in lock) return lock.release;
  const advice = 'End the process that uses the file, or choose another file with --state.';
  throw new UsageError(`${sanitizeLine(path)} is in use ${describeHolder(lock.holder, advice)}`);
}

function replaceFile(path: string, state: SandboxState): LineFile {
  const draft = writeDraft(path, chunksOf(state), { draft: `${path}.new`, mode: 0o600 });
  let file: LineFile | undefined;
  try {
    // Open the new file before it replaces the old file, to which no later change must go.
    file = new LineFile(draft.draft);
    draft.commit();
    return file;
  } catch (error) {
    file?.close();
    draft.discard();
    throw error;
  }
}

/** Yields the lines of a state in pieces of about a megabyte. */
function* chunksOf(state: SandboxState): Iterable<string> {
  let text = '';
  for (const line of linesFor(state)) {
    text += line;
    if (text.length < 1_048_576) continue;
    yield text;
    text = '';
  }
  yield text;
}

function writeOrRefuse<T>(path: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    throw new Refusal(507, `Nothing was changed, because ${path} could not be written: ${reasonOf(error)}.`);
  }
}

const format = 'directory-contract/sandbox-file';
const version = 2;

/** The first line of a file. Next come `records` lines, one for each record, then one for each request with changes. */
interface Header {
  format: typeof format;
  version: typeof version;
  serial: number;
  /** Names of the collections in order, including collections without records. */
  collections: string[];
  records: number;
}

/** Yields the lines of a file for a state. Each has a checksum and ends with a line break. */
export function* linesFor({ serial, collections }: SandboxState): Iterable<string> {
  const records = Object.values(collections).reduce((sum, { length }) => sum + length, 0);
  const header: Header = { format, version, serial, collections: Object.keys(collections), records };
  yield toCheckedLine(header);
  for (const [collection, list] of Object.entries(collections))
    for (const record of list) yield toCheckedLine({ collection, record });
}

export function lineFor(changes: readonly StoreChange[], serial: number): string {
  return toCheckedLine({ serial, changes });
}

export interface SavedState {
  state: SandboxState;
  isLastLineIncomplete: boolean;
  /** True if the file is exactly what `linesFor` returns for the state. */
  isCompact: boolean;
}

/** Reads a state file without changing it. Skips an incomplete last line. @throws UsageError if empty or damaged */
export function readState(path: string): SavedState {
  const lines = readCheckedLines(readChunks(path))[Symbol.iterator]();
  const firstLine = lines.next();
  if (firstLine.done === true)
    throw new UsageError(
      `${sanitizeLine(path)} is empty. A sandbox never leaves an empty state file, so another program must have ` +
        'emptied it. This command has not changed it. Restore it from a copy, or delete it to start with a new state.',
    );
  const header = headerOf(path, firstLine.value);
  const collections = new Map(header.collections.map((name) => [name, [] as StoredRecord[]]));
  let lastLine = firstLine.value;
  for (let remainingRecords = header.records; remainingRecords > 0; remainingRecords--) {
    const line = lines.next();
    if (line.done === true)
      throw damageError(path, lastLine.number + 1, `is missing, with all of the last ${remainingRecords} records`);
    lastLine = line.value;
    const { collection, record } = verifyLine<{ collection?: unknown; record?: unknown }>(path, lastLine);
    const [mistake] = recordMistakes(record, '');
    if (mistake) throw damageError(path, lastLine.number, `is not a record: ${mistake.pointer} ${mistake.message}`);
    const list = collections.get(String(collection));
    if (!list)
      throw damageError(path, lastLine.number, 'has a record of a collection that the first line does not list');
    list.push(record as StoredRecord);
  }
  const start = { serial: header.serial, collections: Object.fromEntries(collections) };
  const store = new Store({ format: 'directory-contract/sandbox', version: 1, ...start });
  let isCompact = lastLine.hasLineBreak;
  for (let line = lines.next(); line.done !== true; line = lines.next()) {
    isCompact = false;
    // A process killed during a write leaves an incomplete line.
    if (line.value.isIncomplete) return { state: store.snapshot(), isLastLineIncomplete: true, isCompact };
    applyLine(path, line.value, store);
  }
  return { state: store.snapshot(), isLastLineIncomplete: false, isCompact };
}

function headerOf(path: string, line: LineWithChecksum): Header {
  const header = line.value as Partial<Header> | undefined;
  const misfit = 'is damaged, or is not the first line of a state file, or has no checksum, as in old versions';
  if (header?.format !== format) throw damageError(path, 1, misfit);
  if (header.version !== version)
    throw damageError(path, 1, `has version ${String(header.version)}, but this program supports version ${version}`);
  const isCompleteHeader =
    Number.isSafeInteger(header.serial) &&
    Number.isSafeInteger(header.records) &&
    Array.isArray(header.collections) &&
    header.collections.every((name) => typeof name === 'string');
  if (!isCompleteHeader) throw damageError(path, 1, 'lacks serial, records or collections');
  return header as Header;
}

function applyLine(path: string, line: LineWithChecksum, store: Store): void {
  const { serial, changes } = verifyLine<{ serial?: unknown; changes?: unknown }>(path, line);
  if (serial !== store.serial + 1)
    throw damageError(path, line.number, `is change ${String(serial)}; expected change ${store.serial + 1}`);
  if (!Array.isArray(changes) || changes.length === 0) throw damageError(path, line.number, 'has no changes');
  for (const change of changes) {
    const mistake = changeMistake(change);
    if (mistake !== undefined) throw damageError(path, line.number, mistake);
  }
  store.commit(changes as StoreChange[]);
}

function verifyLine<Value extends object>(path: string, { value, number }: LineWithChecksum): Value {
  if (!value) throw damageError(path, number, 'was changed after it was written: its checksum does not match');
  return value as Value;
}

function damageError(path: string, line: number, reason: string): UsageError {
  return new UsageError(
    `${sanitizeLine(path)}:${line}: this line ${sanitizeSentence(reason)}. The file was not changed. Restore it ` +
      'from a copy, or choose another file with --state.',
  );
}
