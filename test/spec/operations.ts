import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** An operation with its path after the version prefix, its standing, and its success status. */
export type OperationRow = readonly [id: string, method: string, path: string, standing: string, status: number];

const text = readFileSync(new URL('operations.yaml', import.meta.url), 'utf8');
const table = parse(text) as Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Every operation of the interface, from `operations.yaml`. */
export const operations = Object.entries(table).flatMap(([path, rows]) =>
  Object.entries(rows).map(([method, row]): OperationRow => {
    const [id = '', standing = '', status] = row.split(' ');
    return [id, method, path, standing, Number(status)];
  }),
);
