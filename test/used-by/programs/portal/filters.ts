import type { QueryClient } from '@tanstack/query-core';
import { queries } from './connect.js';
import type { Filter, FilterGroup, NewFilter, TierChoice } from './types.js';

export const filterOptions = (directory_id: string) => ({
  ...queries.listFilters.queryOptions({ path: { directory_id } }),
  select: (filters: readonly Filter[]): FilterGroup[] => filters.filter(isShown).map(toGroup),
});

const isShown = ({ displayInDirectory, type }: Filter) => displayInDirectory !== false && type === 'user';

const toGroup = (filter: Filter): FilterGroup => ({
  name: filter.required ? `${filter.name} *` : (filter.name ?? ''),
  allowsMany: filter['multipleSelectFromDirectory'] ?? false,
  optionIds: filter.filterOptions?.flatMap(({ id }) => id ?? []) ?? [],
});

export async function loadTiers(queryClient: QueryClient, directory_id: string): Promise<TierChoice[]> {
  const tiers = await queryClient.fetchQuery(queries.listTiers.queryOptions({ path: { directory_id } }));
  return tiers.flatMap(({ id, title }) => (id && title ? [{ id, title }] : []));
}

export const createFilterOptions = () => queries.createFilter.mutationOptions();

export function newFilter(name: string, settings: { isRequired: boolean; order?: number }): NewFilter {
  const filter: NewFilter = { name, type: 'user' };
  filter.required = settings.isRequired;
  if (settings.order !== undefined) filter.order = settings.order;
  filter['displayInDirectory'] = true;
  return filter;
}

export async function renameFilter(queryClient: QueryClient, filterId: string, name: string) {
  const call = { path: { filter_id: filterId }, body: { name } };
  const renamed = await queries.updateFilter.mutationOptions().mutationFn(call);
  await queries.updateFilter.invalidate(queryClient, call);
  return renamed.slug;
}
