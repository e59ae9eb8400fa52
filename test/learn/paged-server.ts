import { createServer, type IncomingMessage } from 'node:http';
import { onTestFinished, vi } from 'vitest';
import { checkWithPresence, type GatheredReport } from '../../scripts/check/engine/check.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import type { Support } from '../../scripts/check/model/proposal.js';
import type { UnaskedPage } from '../../scripts/check/model/unasked-page.js';
import type { PageSearchResult } from '../../scripts/learn/asked-pages.js';
import type { LearnOptions, Learnt } from '../../scripts/learn/learnt.js';
import { searchNextPage } from '../../scripts/learn/page-search.js';
import { learn } from '../../scripts/learn/rounds.js';
import { listenHere } from '../listen-here.js';

type Items = readonly object[];

const only = ['listDirectories', 'listMatchmakingRequests'];

/** What a server returns for one of its lists: a status without a body, or a body. */
export type Lists = (query: URLSearchParams, items: Items, path: string) => number | object | undefined;

/** The first item of the page that a query asks for, from 0. */
export type Start = (query: URLSearchParams) => number;

/** The number of items of a page. */
export const size = 5;

/** A parameter that no service knows, of which a search sends a value. */
export const unheardOf = 'check_unknown_parameter';

/** The number that a query has for a parameter. */
export const number = (query: URLSearchParams, name: string, otherwise: number): number =>
  Number(query.get(name) ?? otherwise);

/** Pages with a value for the next one. */
export function byValue(name: string, shown: (items: object[], next: string | null) => object): Lists {
  return (query, all) => {
    const from = Number(/^after-(\d+)$/.exec(query.get(name) ?? '')?.[1] ?? 0);
    const next = from + size < all.length ? `after-${from + size}` : null;
    return shown(all.slice(from, from + size), next);
  };
}

/** Pages that say how many items there are. */
export function byTotal(start: Start): Lists {
  return (query, all) => ({ data: all.slice(start(query), start(query) + size), total: all.length });
}

/** Pages that say whether there is another one. */
export function byMore(start: Start): Lists {
  return (query, all) => {
    const end = start(query) + size;
    return { data: all.slice(end - size, end), has_more: end < all.length };
  };
}

/** Pages that name the next one with a cursor. */
export const cursor = byValue('cursor', (items, next) => ({ items, next_cursor: next }));

/** A server with two lists: one of 12 items, or as many as given, and one of two items. */
export async function pagedServer(
  lists: Lists,
  count = 12,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ url: string; asked: string[] }> {
  const asked: string[] = [];
  const all = Array.from({ length: count }, (_, index) => ({ id: `item-${index + 1}`, name: 'a' }));
  const server = createServer((request: IncomingMessage, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    asked.push(`${request.method} ${pathname.split('/').at(-2)}?${searchParams}`);
    const items = pathname.endsWith('/directories/') ? all : all.slice(0, 2);
    const came = request.headers.authorization ? lists(searchParams, items, pathname) : 401;
    if (came === undefined) request.socket.destroy();
    else if (typeof came === 'number') response.writeHead(came, { location: 'http://127.0.0.1:1/' }).end();
    else response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(came));
  });
  const { url, close } = await listenHere(server);
  onTestFinished(close);
  return { url, asked };
}

/** What a search finds after one run of the check over the two lists. */
export async function searchedAt(
  { url, asked }: { url: string; asked: string[] },
  options: Partial<CheckOptions> = {},
): Promise<{
  gathered: GatheredReport;
  page: UnaskedPage | undefined;
  answer?: unknown;
  rests?: Support;
  searched: string[];
  requests: number;
}> {
  vi.stubEnv('DIRECTORY_API_KEY', 'a-key-for-tests');
  const all = { baseUrl: url, runs: 0, only, ...options };
  const gathered = await checkWithPresence(all);
  const page = gathered.unaskedPage;
  const begin = asked.length;
  const { proposal, requests }: PageSearchResult = page ? await searchNextPage(all, page) : { requests: 0 };
  const found = proposal && { answer: proposal.answer, rests: proposal.rests };
  return { gathered, page, ...found, searched: asked.slice(begin), requests };
}

/** What was learnt from the two lists of a server, and the requests that were sent between the runs of the check. */
export async function learntFrom(
  { url, asked }: { url: string; asked: string[] },
  options: Partial<LearnOptions> = {},
): Promise<{ learnt: Learnt; answer: unknown; searched: string[] }> {
  vi.stubEnv('DIRECTORY_API_KEY', 'a-key-for-tests');
  const searched: string[] = [];
  let end = 0;
  const learnt = await learn({
    ...{ file: 'a.yaml', text: '', today: '2026-11-23', baseUrl: url, runs: 0 },
    only,
    ...options,
    async look(...parts) {
      searched.push(...asked.slice(end));
      const gathered = await checkWithPresence(...parts);
      end = asked.length;
      return gathered;
    },
  });
  searched.push(...asked.slice(end));
  const { answer } = learnt.taken.find(({ question }) => question === 'lists.envelope') ?? {};
  return { learnt, answer, searched };
}
