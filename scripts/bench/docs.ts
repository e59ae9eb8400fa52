// The docs in a browser with an empty cache, against the pages that others make of the same document.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { type FileServer, packedFile, serveFiles } from './docs-pages/file-server.js';
import { type DocsPage, operation, pages, versionOf } from './docs-pages/pages.js';
import { startBrowser, type Visit, visit } from './docs-pages/visit.js';
import { sentence } from './frame/alternating.js';
import { type Figure, mediansOf, type Row, subjectsOf } from './frame/by-figure.js';
import type { BenchContext, Comparison, Subject, Target } from './frame/comparison.js';
import { project } from './frame/our-programs.js';

type Visited = Row<Visit>;

/** Bytes as sent. */
const limits = { reference: 750_000, otherPage: 30_000 };

export async function run({ rounds, extent, say }: BenchContext): Promise<Comparison[]> {
  const chosen = extent === 'smoke' ? pages.filter(({ kind }) => kind === 'ours') : pages;
  let browser: Browser;
  try {
    browser = await startBrowser();
  } catch (error) {
    return comparisonsOf(chosen.map(({ name, kind }) => ({ name, kind, runs: [], error: sentence(error) })));
  }
  const ready: { page: DocsPage; server?: FileServer; visited: Visited }[] = [];
  try {
    for (const page of chosen) ready.push({ page, ...(await served(page)) });
    // The first round warms up the browser.
    for (let round = extent === 'smoke' ? 0 : -1; round < rounds; round++)
      for (const { page, server, visited } of ready) {
        if (server === undefined || visited.error !== undefined) continue;
        say(`${visited.name}, ${round < 0 ? 'to warm up' : `run ${round + 1} of ${rounds}`}`);
        try {
          const seen = await visit(browser, server, { ...page, text: operation.summary });
          if (round >= 0) visited.runs.push(seen);
        } catch (error) {
          visited.error = sentence(error);
        }
      }
  } finally {
    await browser.close();
    for (const { server } of ready) server?.close();
  }
  return comparisonsOf(ready.map(({ visited }) => visited));
}

async function served(page: DocsPage): Promise<{ server?: FileServer; visited: Visited }> {
  const { name, kind, note } = page;
  const visited = { name, kind, runs: [], ...(note !== undefined && { note }) };
  try {
    const server = await serveFiles(await page.folders());
    const version = versionOf(page);
    return { server, visited: { ...visited, ...(version !== undefined && { name: `${name} ${version}` }) } };
  } catch (error) {
    return { visited: { ...visited, error: sentence(error) } };
  }
}

interface Described extends Figure<Visit> {
  /** What it is, as a sentence. */
  what: string;
}

const figures: readonly Described[] = [
  {
    title: 'Operation in view',
    what: 'From the start of the navigation to a link of one operation until its name is in view.',
    unit: 'ms',
    of: ({ readable }) => readable,
  },
  {
    title: 'First paint',
    what: 'From the start of the navigation until the browser first shows text or an image.',
    unit: 'ms',
    of: ({ painted }) => painted,
  },
  { title: 'Weight', what: 'All that the page loads, packed by gzip.', unit: 'bytes', of: ({ bytes }) => bytes },
  { title: 'Requests', what: 'To the server of the page.', unit: 'count', of: ({ requests }) => requests },
  {
    title: 'Requests to others',
    what: 'To other origins; the browser refuses them.',
    unit: 'count',
    of: ({ foreign }) => foreign,
  },
];

const setting =
  'Chromium without throttling, an empty cache for each visit, all pages of the same 117 operations from one server ' +
  'on this machine.';

function comparisonsOf(all: readonly Visited[]): Comparison[] {
  return figures.map(({ title, what, unit, of }) => {
    const subjects = subjectsOf(all, of);
    return {
      title,
      measures: `${what} ${setting}`,
      unit,
      better: 'less',
      subjects,
      targets: targetsOf(title, subjects),
    };
  });
}

/** Why a target may be missed. */
const whyOf = (title: string): Pick<Target, 'why'> =>
  title === 'First paint' ? { why: 'The page of Redoc first shows an empty frame, and the operation much later.' } : {};

function targetsOf(title: string, subjects: readonly Subject[]): Target[] {
  const [page = NaN, reference = NaN] = mediansOf(subjects, 'ours');
  const most = { wanted: 'at most' } as const;
  if (title === 'Requests to others')
    return [{ ...most, of: 'our requests to others', value: page + reference, target: 0 }];
  const least = Math.min(...mediansOf(subjects, 'peer'));
  const first = { ...most, of: `${title}, the page of the operation : the least of the others`, value: page / least };
  return [
    ...(Number.isFinite(least) && title !== 'Requests' ? [{ ...first, target: 1, ...whyOf(title) }] : []),
    ...(title === 'Weight'
      ? [
          { ...most, of: 'bytes of everything on one page', value: reference, target: limits.reference },
          { ...most, of: 'bytes of the largest other page', value: largestPage(), target: limits.otherPage },
        ]
      : []),
  ].filter(({ value }) => !Number.isNaN(value));
}

/** The bytes of the largest page with what all pages load, except the one with everything. */
function largestPage(): number {
  const folder = join(project, 'generated/docs');
  const sizeOf = (path: string): number => packedFile({ ours: { folder } }, `/ours/${path}`)?.length ?? 0;
  const shared = ['site.css', 'site.js', 'icon.svg'].reduce((sum, path) => sum + sizeOf(path), 0);
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const others = names.filter((name) => name.endsWith('.html') && name !== 'reference.html');
  return shared + Math.max(...others.map(sizeOf));
}
