import { isObject } from '../../contract/json.js';
import { type Line, linesIn, piecesOf } from '../../files/lines.js';
import { syntaxMistake } from '../../text/json-place.js';
import { UsageError } from '../../text/usage-error.js';
import { type Change, type SandboxState, Store, type Stored } from '../model/store.js';
import { changeMistake, recordMistakes } from './state-check.js';

const format = 'directory-contract/sandbox-file';

/** The first line. It is followed by `records` lines with a record each, then one line per request with changes. */
interface Header {
  format: typeof format;
  version: 1;
  serial: number;
  /** In order, including those without records. */
  collections: string[];
  records: number;
}

/** Returns the lines of a file for a state. */
export function* linesFor({ serial, collections }: SandboxState): Iterable<string> {
  const records = Object.values(collections).reduce((sum, { length }) => sum + length, 0);
  const header: Header = { format, version: 1, serial, collections: Object.keys(collections), records };
  yield JSON.stringify(header);
  for (const [collection, list] of Object.entries(collections))
    for (const record of list) yield JSON.stringify([collection, record]);
}

export interface FoundState {
  /** Undefined for an empty file. */
  state: SandboxState | undefined;
  /** True if the last line was incomplete. */
  torn: boolean;
  /** True if the file is exactly what `linesFor` returns for the state. */
  isCompact: boolean;
}

/**
 * Reads a state file without changing it.
 *
 * @throws UsageError if it is damaged elsewhere than in an incomplete last line
 */
export function readState(path: string): FoundState {
  const lines = linesIn(piecesOf(path))[Symbol.iterator]();
  const first = lines.next();
  if (first.done === true) return { state: undefined, torn: false, isCompact: false };
  const header = headerOf(path, first.value);
  const collections = new Map(header.collections.map((name) => [name, [] as Stored[]]));
  let last = first.value;
  for (let missing = header.records; missing > 0; missing--) {
    const line = lines.next();
    if (line.done === true) throw damaged(path, last.number + 1, `is missing, with all of the last ${missing} records`);
    last = line.value;
    const [collection, record] = parsed(path, last, Array.isArray, 'a collection and a record of it') as [
      string,
      unknown,
    ];
    const [mistake] = recordMistakes(record, '');
    if (mistake) throw damaged(path, last.number, `is not a record: ${mistake.pointer} ${mistake.message}`);
    const list = collections.get(collection);
    if (!list) throw damaged(path, last.number, 'has a record of a collection that the first line does not list');
    list.push(record as Stored);
  }
  const store = new Store({
    format: 'directory-contract/sandbox',
    version: 1,
    serial: header.serial,
    collections: Object.fromEntries(collections),
  });
  let isCompact = last.isEnded;
  for (let line = lines.next(); line.done !== true; line = lines.next()) {
    isCompact = false;
    // A process killed during a write leaves the beginning of a line, which is not JSON.
    if (!line.value.isEnded && !isJson(line.value)) return { state: store.snapshot(), torn: true, isCompact };
    applyLine(path, line.value, store);
  }
  return { state: store.snapshot(), torn: false, isCompact };
}

function headerOf(path: string, line: Line): Header {
  const header = parsed(path, line, isObject, 'the first line of a state file') as unknown as Header;
  if (header.format !== format)
    throw damaged(path, 1, `is not the first line of a state file, whose format is "${format}"`);
  if (header.version !== 1)
    throw damaged(path, 1, `has version ${String(header.version)}, but this program supports version 1`);
  const isWhole =
    Number.isSafeInteger(header.serial) &&
    Number.isSafeInteger(header.records) &&
    Array.isArray(header.collections) &&
    header.collections.every((name) => typeof name === 'string');
  if (!isWhole) throw damaged(path, 1, 'lacks serial, records or collections');
  return header;
}

function applyLine(path: string, line: Line, store: Store): void {
  const { serial, changes } = parsed(path, line, isObject, 'the changes of a request') as {
    serial?: unknown;
    changes?: unknown;
  };
  if (serial !== store.serial + 1)
    throw damaged(path, line.number, `is change ${String(serial)}; expected change ${store.serial + 1}`);
  if (!Array.isArray(changes) || changes.length === 0) throw damaged(path, line.number, 'has no changes');
  for (const change of changes) {
    const mistake = changeMistake(change);
    if (mistake !== undefined) throw damaged(path, line.number, mistake);
  }
  store.commit(changes as Change[]);
}

function isJson({ bytes }: Line): boolean {
  try {
    JSON.parse(bytes.toString());
    return true;
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Parses a line as JSON of the expected form. */
function parsed(path: string, { bytes, number }: Line, is: (value: unknown) => boolean, what: string): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    throw damaged(path, number, 'is not UTF-8');
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw damaged(path, number, `is not JSON: ${syntaxMistake(text)?.message ?? 'it is nested too deeply'}`);
  }
  if (!is(value)) throw damaged(path, number, `is not ${what}`);
  return value;
}

function damaged(path: string, line: number, reason: string): UsageError {
  return new UsageError(
    `${path}:${line}: this line ${reason}. The file was not changed. Correct it, or choose another file with --state.`,
  );
}
