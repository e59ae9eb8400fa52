import type { Filter } from 'directory-contract';
import { api, directoryId } from './api.js';
import type { FilterMap } from './types.js';

export async function loadFilters(): Promise<FilterMap> {
  const result = await api.listExternalDirectoryFilters({ path: { directory_id: directoryId } });
  const map: FilterMap = new Map();
  if (!result.ok) return map;
  const { data: filters } = result;
  for (const filter of filters) {
    if (!isUsable(filter)) continue;
    map.set(filter.slug ?? filter.id, { id: filter.id, name: filter.name });
  }
  return map;
}

const isUsable = (filter: Filter): filter is Filter & { id: string; name: string } =>
  Boolean(filter.id && filter.name) && filter.userEnabled !== false;

export const requiredFilters = (filters: Filter[]) => filters.filter((filter) => filter['required']).map(labelOf);

function labelOf({ name, order }: Pick<Filter, 'name' | 'order'>): string {
  return order === undefined ? `${name}` : `${order}. ${name}`;
}
