import type { ServerResponse } from 'node:http';
import { sameJson } from '../../contract/json.js';
import type { ChangedRecord, Stored } from '../model/store.js';
import type { Sandbox } from '../sandbox.js';

/** What a listener is told. */
export interface SandboxEvents {
  /** Resources changed. */
  change: readonly ChangeOfRecord[];
  /** The whole state was replaced. */
  state: null;
  /** The names of the active faults, after a change of them. */
  faults: readonly string[];
  /** A request was answered. */
  request: { method: string; path: string; status: number };
}

export interface ChangeOfRecord {
  kind: string;
  id: string;
  name: string;
  did: 'created' | 'changed' | 'removed';
  /** The changed fields, as JSON; those that no response shows as well. */
  fields: { field: string; from: string | undefined; to: string | undefined }[];
}

/** The most open streams, and the most bytes that may wait for a listener that does not read. */
const most = { streams: 16, waiting: 1_048_576, text: 200 };

/** A timer that waits longer would overflow. */
const longestWait = 60_000;

/** Streams of server-sent events. While nobody listens, nothing is watched and no timer runs. */
export class EventStreams {
  readonly #sandbox: Sandbox;
  readonly #open = new Set<ServerResponse>();
  #unwatch: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** The active faults when listeners heard of them. */
  #faults: readonly string[] = [];

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox;
  }

  get isHeard(): boolean {
    return this.#open.size > 0;
  }

  /** @returns false if there are too many streams */
  add(outgoing: ServerResponse, headers: Record<string, string>): boolean {
    if (this.#open.size >= most.streams) return false;
    outgoing.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    outgoing.write(': events of the sandbox\n\n');
    if (!this.isHeard) this.#faults = this.#sandbox.faults();
    this.#open.add(outgoing);
    outgoing.once('close', () => this.#remove(outgoing));
    this.#unwatch ??= this.#sandbox.watch((changed) => this.#changed(changed));
    this.#wait();
    return true;
  }

  tell<Name extends keyof SandboxEvents>(name: Name, data: SandboxEvents[Name]): void {
    const text = `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
    for (const outgoing of this.#open) {
      if (outgoing.writableLength > most.waiting) outgoing.destroy();
      else outgoing.write(text);
    }
  }

  /** Tells of the active faults if they have changed, for whatever reason. */
  tellOfFaults(): void {
    if (!this.isHeard) return;
    const faults = this.#sandbox.faults();
    if (sameJson(faults, this.#faults)) return;
    this.#faults = faults;
    this.tell('faults', faults);
  }

  #changed(changed: readonly ChangedRecord[] | undefined): void {
    if (changed) this.tell('change', changed.map(changeOf));
    else this.tell('state', null);
    this.#wait();
  }

  /** Makes the changes of a scenario when they are due, since there may be no request. */
  #wait(): void {
    clearTimeout(this.#timer);
    // A change may be one that is due, in the midst of others.
    this.#timer = setTimeout(() => {
      const left = this.#sandbox.catchUp();
      this.tellOfFaults();
      if (left === undefined || !this.isHeard) return;
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#wait(), Math.min(left, longestWait));
    });
  }

  #remove(outgoing: ServerResponse): void {
    this.#open.delete(outgoing);
    if (this.isHeard) return;
    this.#unwatch?.();
    this.#unwatch = undefined;
    clearTimeout(this.#timer);
  }
}

function changeOf({ kind, before, after }: ChangedRecord): ChangeOfRecord {
  const shown = after ?? before;
  const did = before ? (after ? 'changed' : 'removed') : 'created';
  return {
    kind,
    id: shown?.id ?? '',
    name: shown ? nameOf(shown) : '',
    did,
    fields: before && after ? changedFields(before, after) : [],
  };
}

function changedFields(before: Stored, after: Stored): ChangeOfRecord['fields'] {
  const [old, now] = [before, after].map(({ value, hidden }) => ({ ...hidden, ...value }));
  const names = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]);
  return [...names].flatMap((field) => {
    const [from, to] = [old?.[field], now?.[field]];
    return sameJson(from, to) ? [] : [{ field, from: short(from), to: short(to) }];
  });
}

function short(value: unknown): string | undefined {
  const text = JSON.stringify(value) as string | undefined;
  return text !== undefined && text.length > most.text ? `${text.slice(0, most.text)}…` : text;
}

const naming = ['title', 'name', 'label', 'email', 'city', 'externalValue', 'author_name', 'language'];

/** What people call a resource; empty if none of its fields says it. */
export function nameOf({ value }: Pick<Stored, 'value'>): string {
  for (const field of naming) {
    const found = value[field];
    if (typeof found === 'string' && found !== '') return found;
  }
  return '';
}
