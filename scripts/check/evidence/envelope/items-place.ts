import type { SeenPage } from './seen-page.js';

/** The pages of one list operation. */
export interface ListPages {
  operationId: string;
  pages: readonly SeenPage[];
  /** The documented fields of an item. */
  fields: ReadonlySet<string>;
}

/**
 * Where each list in an envelope has its items, by operation: a JSON pointer, or undefined if several arrays could be
 * them. Lists with one array decide for those with several.
 */
export function itemsPlaces(lists: readonly ListPages[]): Map<string, string | undefined> {
  const candidates = lists.map((list) => ({ list, places: placesIn(list) })).filter(({ places }) => places.length > 0);
  const votes = new Map<string, number>();
  for (const { list, places } of candidates) {
    const [place] = places;
    if (place !== undefined && places.length === 1 && hasItems(list, place))
      votes.set(place, (votes.get(place) ?? 0) + 1);
  }
  return new Map(
    candidates.map(({ list, places }) => [
      list.operationId,
      places.length === 1 ? places[0] : (elected(places, votes) ?? likest(list, places)),
    ]),
  );
}

/** Places of arrays that every page has; places with items before all others. */
function placesIn(list: ListPages): string[] {
  const [first] = list.pages;
  const always = [...(first?.arrays.keys() ?? [])].filter((at) => list.pages.every(({ arrays }) => arrays.has(at)));
  const filled = always.filter((at) => hasItems(list, at));
  return filled.length > 0 ? filled : always;
}

function hasItems({ pages }: ListPages, at: string): boolean {
  return pages.some(({ arrays }) => (arrays.get(at)?.count ?? 0) > 0);
}

/** The place where most other lists have their items. */
function elected(places: readonly string[], votes: ReadonlyMap<string, number>): string | undefined {
  const most = Math.max(...places.map((place) => votes.get(place) ?? 0));
  const best = places.filter((place) => (votes.get(place) ?? 0) === most);
  return most > 0 && best.length === 1 ? best[0] : undefined;
}

/** The one place whose items have most of the documented fields; undefined if several have as many. */
function likest({ pages, fields }: ListPages, places: readonly string[]): string | undefined {
  const likeness = (at: string): number => {
    const names = pages.map(({ arrays }) => arrays.get(at)?.fields ?? []).find((found) => found.length > 0) ?? [];
    return names.filter((name) => fields.has(name)).length;
  };
  const most = Math.max(...places.map(likeness));
  const best = places.filter((at) => likeness(at) === most);
  return most > 0 && best.length === 1 ? best[0] : undefined;
}
