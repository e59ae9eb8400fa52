import type { ServerResponse } from 'node:http';
import { isSameJson } from '../../contract/json.js';
import type { ChangedRecord, StoredRecord } from '../model/store.js';
import type { Sandbox } from '../sandbox.js';

export interface SandboxEvents {
  change: readonly RecordChange[];
  /** Sent after the whole state was replaced. */
  state: null;
  /** The names of all active faults, sent after each change of them. */
  faults: readonly string[];
  request: { method: string; path: string; status: number };
}

export interface RecordChange {
  kind: string;
  id: string;
  name: string;
  did: 'created' | 'changed' | 'removed';
  /** The changed fields, with their values as JSON. Includes fields that no response shows. */
  fields: { field: string; from: string | undefined; to: string | undefined }[];
}

/** Maximum number of open streams, of unsent bytes for a slow listener, and of characters in each value. */
const limits = { streams: 16, waiting: 1_048_576, text: 200 };

/** Maximum time of a timer in milliseconds, because a very long time would overflow. */
const maxWait = 60_000;

/** Streams of server-sent events. Without listeners, it watches nothing and runs no timer. */
export class EventStreams {
  readonly #sandbox: Sandbox;
  readonly #streams = new Set<ServerResponse>();
  #unwatch: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The active faults that were last sent to listeners. */
  #faults: readonly string[] = [];

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get hasListeners(): boolean {
    return this.#streams.size > 0;
  }

  /** @returns false if there are too many streams */
  add(nodeResponse: ServerResponse, headers: Record<string, string>): boolean {
    if (this.#streams.size >= limits.streams) return false;
    nodeResponse.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    nodeResponse.write(': events of the sandbox\n\n');
    if (!this.hasListeners) this.#faults = this.#sandbox.faults();
    this.#streams.add(nodeResponse);
    nodeResponse.once('close', () => this.#remove(nodeResponse));
    this.#unwatch ??= this.#sandbox.watch((records) => this.#sendChanges(records));
    this.#schedule();
    return true;
  }

  send<Name extends keyof SandboxEvents>(name: Name, data: SandboxEvents[Name]): void {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const nodeResponse of this.#streams) {
      if (nodeResponse.writableLength > limits.waiting) nodeResponse.destroy();
      else nodeResponse.write(text);
    }
  }

  /** Sends the names of the active faults if they have changed since the last time. */
  sendFaults(): void {
    if (!this.hasListeners) return;
    const faults = this.#sandbox.faults();
    if (isSameJson(faults, this.#faults)) return;
    this.#faults = faults;
    this.send('faults', faults);
  }

  #sendChanges(records: readonly ChangedRecord[] | undefined): void {
    if (records) this.send('change', records.map(changeOf));
    else this.send('state', null);
    this.#schedule();
  }

  /** Applies the changes of a scenario on time, because there may be no request that would apply them. */
  #schedule(): void {
    clearTimeout(this.#timer);
    // Wait for the next turn of the event loop, because more changes may follow this change immediately.
    this.#timer = setTimeout(() => {
      const remaining = this.#sandbox.catchUp();
      this.sendFaults();
      if (remaining === undefined || !this.hasListeners) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#schedule(), Math.min(remaining, maxWait));
    });
  }

  #remove(nodeResponse: ServerResponse): void {
    this.#streams.delete(nodeResponse);
    if (this.hasListeners) return;
    this.#unwatch?.();
    this.#unwatch = undefined;
    clearTimeout(this.#timer);
  }
}

function changeOf({ kind, before, after }: ChangedRecord): RecordChange {
  const record = after ?? before;
  const did = before ? (after ? 'changed' : 'removed') : 'created';
  const fields = before && after ? changedFields(before, after) : [];
  return { kind, id: record?.id ?? '', name: record ? nameOf(record) : '', did, fields };
}

function changedFields(recordBefore: StoredRecord, recordAfter: StoredRecord): RecordChange['fields'] {
  const [old, current] = [recordBefore, recordAfter].map(({ value, hidden }) => ({ ...hidden, ...value }));
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(current ?? {})]);
  return [...names].flatMap((field) => {
    const [from, to] = [old?.[field], current?.[field]];
    return isSameJson(from, to) ? [] : [{ field, from: shorten(from), to: shorten(to) }];
  });
}

function shorten(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && text.length > limits.text ? `${text.slice(0, limits.text)}…` : text;
}

const namingFields = ['title', 'name', 'label', 'email', 'city', 'externalValue', 'author_name', 'language'];

/** The display name of a resource; empty if none of its fields has a name. */
export function nameOf({ value }: Pick<StoredRecord, 'value'>): string {
  for (const field of namingFields) {
    const name = value[field];
    if (typeof name === 'string' && name !== '') return name;
  }
  return '';
}
