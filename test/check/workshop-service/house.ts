import { yamlBeside } from '../../yaml-beside.js';
import type { Json, JsonObject } from '../service/contract.js';
import { Archive } from './archive/store.js';

const { studios, kilns, glazes } = yamlBeside<{
  studios: JsonObject[];
  kilns: string[];
  glazes: [key: string, ...recipe: string[]][];
}>(import.meta.url, 'seed.yaml');

export interface Kiln extends JsonObject {
  id: number;
  name: string;
  fuel: string;
  max_temperature: number;
  note: string | null;
}

/** A resource whose state depends on its age. */
export interface Aged {
  fields: JsonObject;
  /** Seconds from the start of the service to the creation of the resource. */
  since: number;
}

export interface StoredKiln {
  kiln: Kiln;
  firings: Aged[];
}

export interface Studio {
  /** The fields that responses contain. */
  fields: JsonObject;
  sign?: string;
  /** The kilns by name. */
  kilns: Map<string, StoredKiln>;
}

/** All data that the service stores. Each kind has its own numbers: ids of kilns repeat the ids of studios. */
export class Store {
  readonly studios = new Map<number, Studio>();
  /** The glazes by key in lower case. */
  readonly glazes = new Map<string, JsonObject>();
  /** The queues by name; the items are in the order in which they are taken. */
  readonly queues = new Map<string, { items: Aged[]; hits: number }>();
  readonly begun = performance.now();
  settings: JsonObject = { motto: 'Slowly up, slowly down.', quiet_from: 22, guests: true };
  readonly log: JsonObject[] = [];
  readonly archive: Archive;
  readonly #last = new Map<string, number>();

  /** @param isEmpty leaves out everything that other users have created */
  constructor(isEmpty = false) {
    this.archive = new Archive(isEmpty);
    if (isEmpty) return;
    for (const fields of studios) this.addStudio(fields);
    for (const [index, studio] of [...this.studios.values()].entries()) {
      for (const [position, name] of kilns.slice(index % 2, (index % 2) + 3).entries())
        this.putKiln(studio, name, {
          fuel: ['gas', 'wood', 'electric'][position % 3] ?? 'gas',
          note: position === 1 ? 'New' : null,
        });
      const [first] = studio.kilns.values();
      for (const programme of ['bisque', 'glost', 'bisque'].slice(0, 3 - (index % 2)))
        first?.firings.push({
          fields: { firing_no: first.firings.length + 1, programme, peak: 980.5, glaze: null },
          since: -10_000,
        });
      if (index < 2) studio.sign = 'Knock twice.\n';
    }
    for (const [key, ...recipe] of glazes)
      this.addGlaze({
        key,
        colour: key.split('-')[0] ?? '',
        gloss: key.length % 2 === 0,
        recipe: recipe.map((material, index) => ({ material, parts: 10 + 5 * index })),
      });
    this.queues.set('drying', { items: [], hits: 0 });
    for (const text of ['Twelve bowls', 'Tiles for the bath', 'Twelve bowls'])
      this.enqueue('drying', { text, priority: 0, urgent: false });
    for (const event of ['opened', 'kiln lit', 'kiln lit', 'visit', 'kiln lit', 'visit', 'visit', 'closed'])
      this.log.push({ event, count: event === 'visit' ? 2 : 1 });
  }

  /** Returns the next number of a sequence, from 1. */
  next(sequence: string): number {
    const number = (this.#last.get(sequence) ?? 0) + 1;
    this.#last.set(sequence, number);
    return number;
  }

  /** Frees a number if it is the last of its sequence. */
  reuse(sequence: string, number: number): void {
    if (this.#last.get(sequence) === number) this.#last.set(sequence, number - 1);
  }

  /** Seconds since the start. */
  get seconds(): number {
    return (performance.now() - this.begun) / 1000;
  }

  addStudio(fields: JsonObject): Studio {
    const id = this.next('studio');
    const usual = { city: null, open: true, seats: 8, labels: {} };
    const studio = { fields: { id, ...usual, ...fields, visits: 0, last_seen: null }, kilns: new Map() };
    this.studios.set(id, studio);
    return studio;
  }

  putKiln({ kilns }: Studio, name: string, fields: JsonObject): Kiln {
    const knownKiln = kilns.get(name);
    const id = knownKiln?.kiln.id ?? this.next('kiln');
    const kiln = { max_temperature: 1200, note: null, ...fields, id, name } as unknown as Kiln;
    if (knownKiln) knownKiln.kiln = kiln;
    else kilns.set(name, { kiln, firings: [] });
    return kiln;
  }

  addGlaze(fields: JsonObject): JsonObject {
    const glaze = { id: this.next('glaze'), gloss: false, recipe: [], ...fields, archived: false };
    this.glazes.set(String(fields['key']).toLowerCase(), glaze);
    return glaze;
  }

  enqueue(queue: string, fields: JsonObject): [item: Aged, position: number] {
    const state = this.queues.get(queue) ?? { items: [], hits: 0 };
    this.queues.set(queue, state);
    const item = { fields: { item_id: `q-${this.next('item')}`, ...fields }, since: this.seconds };
    const after = state.items.findIndex(({ fields: other }) => Number(other['priority']) < Number(fields['priority']));
    const position = after === -1 ? state.items.length : after;
    state.items.splice(position, 0, item);
    return [item, position];
  }
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
