// Measures the docs: the time to build them from a bundle, their size as sent, and the time until a linked operation is
// readable in a browser, against the default page of Redocly. Both pages and the script of the default page come from
// the same local server, in turn, each time to a browser with an empty cache.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium } from 'playwright-core';
import { referenceAddress } from '../build/docs/addresses.js';
import { redocly, spoken } from '../build/source/redocly.js';
import { makeArtefacts } from '../build/steps.js';
import { duration, size, table } from '../text/progress.js';
import { median } from './figures.js';

const rounds = Number(process.argv[2] ?? 15);
const targets = { build: 3000, gzip: 750_000, page: 30_000, ratio: 1 };
const project = fileURLToPath(new URL('../../', import.meta.url));
const operation = { operationId: 'updatePartnerEntry', tags: ['partner-entries'], summary: 'Update a partner entry' };

const packed = (text: string | Buffer): Buffer => gzipSync(text, { level: 9 });
const misses: string[] = [];

function verdict(name: string, value: number, target: number, shown: (value: number) => string): string[] {
  const met = value <= target;
  if (!met) misses.push(name);
  return [name, shown(value), `at most ${shown(target)}`, met ? 'met' : 'missed'];
}

/** Builds the docs; returns the pages by path below `docs/`, and the time of that step. */
async function build(): Promise<{ pages: Map<string, string>; milliseconds: number }> {
  let milliseconds = NaN;
  const end = (step: string, took: number): void => {
    if (step === 'docs') milliseconds = took;
  };
  const artefacts = await makeArtefacts(project, ['docs'], { begin: () => undefined, end });
  const folder = 'generated/docs/';
  const docs = artefacts.filter(({ path }) => path.startsWith(folder));
  return { pages: new Map(docs.map(({ path, text }) => [path.slice(folder.length), text])), milliseconds };
}

/** The page of `redocly build-docs` without options, with its script on the same server. */
async function defaultPage(): Promise<{ page: string; script: Buffer }> {
  const folder = mkdtempSync(join(tmpdir(), 'directory-contract-bench-'));
  try {
    const run = await redocly(folder, [
      'build-docs',
      join(project, 'generated/openapi.yaml'),
      '--output',
      'default.html',
    ]);
    if (run.exitCode !== 0) throw new Error(spoken(run));
    const page = readFileSync(join(folder, 'default.html'), 'utf8').replace(
      /https:\/\/[^"'\s]+\/redoc\.standalone\.js/g,
      '/redoc.standalone.js',
    );
    const chunks = join(dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json')), 'lib/chunks');
    return { page, script: readFileSync(join(chunks, 'redoc.standalone.js')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A script that records when a heading is first visible. It is text, since a compiler adds helpers that pages lack. */
const watchFor = (heading: string): string => `
  const heading = ${JSON.stringify(heading)};
  requestAnimationFrame(function look() {
    const isShown = [...document.querySelectorAll('h2')].some((each) => {
      const { top, bottom, height } = each.getBoundingClientRect();
      return each.textContent.includes(heading) && top >= 0 && height > 0 && bottom <= window.innerHeight;
    });
    if (isShown) window.readableAfter = performance.now();
    else requestAnimationFrame(look);
  });
`;

/** Milliseconds from the start of the navigation until the heading of the operation is visible. */
async function readable(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 } });
  try {
    // The default page also loads an image and sends telemetry; neither is part of the comparison.
    await context.route(
      (url) => url.origin !== new URL(address).origin && url.protocol.startsWith('http'),
      (route) => route.abort(),
    );
    const page = await context.newPage();
    await page.addInitScript({ content: watchFor(operation.summary) });
    await page.goto(address, { waitUntil: 'commit' });
    const handle = await page.waitForFunction(() => (window as { readableAfter?: number }).readableAfter);
    return (await handle.jsonValue()) ?? NaN;
  } finally {
    await context.close();
  }
}

/** Measures the two pages in turn, and returns the medians. */
async function compare(reference: string): Promise<{ ours: number; theirs: number }> {
  const { page, script } = await defaultPage();
  const files: Record<string, [type: string, body: Buffer]> = {
    '/reference.html': ['text/html', packed(reference)],
    '/default.html': ['text/html', packed(page)],
    '/redoc.standalone.js': ['text/javascript', packed(script)],
  };
  const server = createServer((request, response) => {
    const [type, body] = files[request.url ?? ''] ?? ['text/plain', packed('')];
    response
      .writeHead(request.url && files[request.url] ? 200 : 404, {
        'content-type': `${type}; charset=utf-8`,
        'content-encoding': 'gzip',
      })
      .end(body);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  const address = referenceAddress(operation);
  const times = { ours: [] as number[], theirs: [] as number[] };
  try {
    for (let round = -1; round < rounds; round++) {
      const ours = await readable(browser, `${site}/${address}`);
      const theirs = await readable(browser, `${site}/${address.replace('reference.html', 'default.html')}`);
      // The first round warms up the browser.
      if (round < 0) continue;
      times.ours.push(ours);
      times.theirs.push(theirs);
    }
  } finally {
    await browser.close();
    server.close();
  }
  return { ours: median(times.ours), theirs: median(times.theirs) };
}

const builds = [await build(), await build(), await build()];
const pages = builds[0]?.pages ?? new Map<string, string>();
const reference = pages.get('reference.html');
if (reference === undefined) throw new Error('The docs have no reference.html.');
const shared = ['site.css', 'site.js', 'icon.svg'].reduce((sum, path) => sum + packed(pages.get(path) ?? '').length, 0);
const [largest = ['none', shared] as const] = [...pages]
  .filter(([path]) => path.endsWith('.html') && path !== 'reference.html')
  .map(([path, text]) => [path, packed(text).length + shared] as const)
  .sort(([, a], [, b]) => b - a);
const { ours, theirs } = await compare(reference);

process.stdout.write(
  `${table(
    [
      ['figure', 'value', 'wanted', ''],
      verdict(
        'docs after the bundle, median of 3',
        median(builds.map(({ milliseconds }) => milliseconds)),
        targets.build,
        duration,
      ),
      verdict('reference.html, gzip', packed(reference).length, targets.gzip, size),
      verdict(`largest other page with what it loads (${largest[0]}), gzip`, largest[1], targets.page, size),
      [`operation readable, default page, median of ${rounds}`, duration(theirs), '', ''],
      [`operation readable, our page, median of ${rounds}`, duration(ours), '', ''],
      verdict('ratio of the two', ours / theirs, targets.ratio, (value) => value.toFixed(2)),
    ],
    [1],
  )}\n`,
);
if (misses.length > 0) process.exitCode = 1;
