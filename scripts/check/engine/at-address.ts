import { type CheckedContract, withPaths } from '../model/contract.js';

/** A contract, and the address below which its paths are. */
export interface Addressed {
  contract: CheckedContract;
  baseUrl: string;
  notes: string[];
}

/**
 * Adds the paths of the servers in the contract to the address that somebody has typed, unless that has a path itself.
 * If all operations have the same, it becomes a part of the address; else it becomes a part of the paths.
 */
export function atAddress(contract: CheckedContract, baseUrl: string): Addressed {
  const { servers } = contract;
  const unchanged = { contract, baseUrl, notes: [] };
  if (!servers || !URL.canParse(baseUrl) || new URL(baseUrl).pathname !== '/') return unchanged;
  const paths = [...new Set(servers.byOperation.values())];
  const [first = ''] = paths;
  if (paths.length <= 1 && first === '') return unchanged;
  const address = baseUrl.replace(/\/+$/, '');
  const notes = [noteOf(paths, servers.choices)];
  if (paths.length <= 1) return { contract, baseUrl: `${address}${first}`, notes };
  const placed = withPaths(contract, ({ path, pointer }) => `${servers.byOperation.get(pointer) ?? ''}${path}`);
  return { contract: placed, baseUrl, notes };
}

function noteOf(paths: readonly string[], choices: readonly string[]): string {
  const shown = (path: string): string => (path === '' ? 'no path' : path);
  const [first = ''] = paths;
  const used =
    paths.length > 1
      ? `Requests go to the paths that the servers of each operation have: ${paths.map(shown).join(', ')}.`
      : `Requests go to ${shown(first)}, the path of the server in the contract.`;
  const others =
    choices.length > 1
      ? ` The contract has servers with different paths (${choices.map(shown).join(', ')}); the first counts.`
      : '';
  return `${used}${others} To use another path, write it at the end of --base-url.`;
}
