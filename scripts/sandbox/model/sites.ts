import type { Json } from '../../contract/json.js';
import type { Schema } from '../../contract/schema.js';
import { canBe } from '../../contract/schema-fields.js';
import type { Schemas } from './schemas.js';

/** A place of a field in a state. */
export interface Site {
  value: Json;
  set(value: Json): void;
  /** Removes the field, if it is one that answers say is optional. */
  drop?: () => void;
}

interface SitesOfField {
  /** The schema of the field in our own contract; undefined for a new field. */
  own: Schema | undefined;
  sites: Site[];
}

/** All places of each field in a state. */
export class Sites {
  readonly #fields = new Map<Schema, SitesOfField>();

  add(field: Schema, own: Schema | undefined, site: Site): void {
    const found = this.#fields.get(field) ?? { own, sites: [] };
    this.#fields.set(field, found);
    found.sites.push(site);
  }

  /**
   * Makes a field null in one place if only this contract allows that, lets each new known value occur, and removes a
   * field that is optional from one place.
   */
  vary(now: Schemas, before: Schemas): void {
    let turn = 0;
    for (const [field, { own, sites }] of this.#fields) {
      const isNew = canBe(now, field, 'null') && !(own && canBe(before, own, 'null'));
      // The first resource is the one of the examples, and stays whole.
      if (isNew && sites.length > 1) change(sites[sites.length - 1 - (turn++ % (sites.length - 1))], null);
      const old = own ? before.resolve(own)['x-known-values'] : [];
      for (const value of now.resolve(field)['x-known-values'] ?? []) if (!old?.includes(value)) occur(sites, value);
      if (sites.length > 2)
        sites
          .slice(1)
          .find(({ value }) => value !== null)
          ?.drop?.();
    }
  }
}

function change(site: Site | undefined, value: Json): void {
  site?.set(value);
  if (site) site.value = value;
}

/** Sets a value at the last place whose value occurs elsewhere, too. */
function occur(sites: readonly Site[], value: string): void {
  if (sites.some((site) => site.value === value)) return;
  const isTwice = (site: Site): boolean => sites.some((other) => other !== site && other.value === site.value);
  change(
    [...sites].reverse().find((site) => site.value !== null && isTwice(site)),
    value,
  );
}
