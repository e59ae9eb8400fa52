import type { PartnerEntry } from 'directory-contract';
import type { Column } from './types.js';

export const partnerColumns: Column<PartnerEntry>[] = [
  { key: 'title', label: 'Name' },
  { key: 'location', label: 'City' },
  { key: 'featured', label: 'Featured', format: (value) => (value ? 'yes' : 'no') },
];

export function renderRow<T extends object>(row: T, columns: Column<T>[]): string[] {
  return columns.map(({ key, format = String }) => format(row[key]));
}

export function groupBy<T, K extends keyof T>(items: readonly T[], key: K): Map<T[K], T[]> {
  const groups = new Map<T[K], T[]>();
  for (const item of items) groups.set(item[key], [...(groups.get(item[key]) ?? []), item]);
  return groups;
}

export const byOwner = (entries: PartnerEntry[]) => groupBy(entries, 'owner');
