import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { servedWorld } from '../answers/worlds.js';
import { openBrowser } from '../docs/reference-browser.js';
import { listenHere } from '../listen-here.js';
import { sample } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { learnFrom, type Ran } from './learned.js';
import { type AppSettings, useService } from './team-app.js';

/** The operations that the app reads. */
const read = [
  ...['listDirectories', 'getDirectory', 'listPartnerEntries', 'getPartnerEntry', 'listTiers', 'getTier'],
  ...['listFilters', 'getFilter', 'listBadges', 'getBadge'],
];

/** Questions about refusals. The check sends more wrong requests than an app does. */
const aboutRefusals = /^(errors\.|auth\.refusal)/;

const all = { yes: true, acceptLikely: true };

const valuesOf = (answers: Ran['answers']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answers).map(([id, { value, except }]) => [id, except ? { value, except } : value]),
  );

/** Runs the app in a page of a browser, which records its traffic. */
async function recordInBrowser(path: string, settings: AppSettings): Promise<void> {
  const site = await listenHere(
    createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>App</title>'),
    ),
  );
  const context = await (await openBrowser()).newContext({ recordHar: { path, content: 'embed' } });
  try {
    const page = await context.newPage();
    await page.goto(site.url);
    // The code of the page expects this helper of the compiler.
    await page.evaluate('globalThis.__name = (value) => value');
    await page.evaluate(useService, settings);
  } finally {
    // Closing the context writes the recording.
    await context.close();
    await site.close();
  }
}

const worlds: [name: string, tiers: string, more: string[]][] = [
  ['moved-paths.answers.yaml', 'levels', ['operations.paths']],
  ['numbered-pages.answers.yaml', 'tiers', []],
];

describe.each(sample(worlds, 2))('a recording of an app in the world of %s', (name, tiers, more) => {
  it('teaches the answers that reads show, and paths, without a request and without secrets', {
    tags: 'long',
  }, async () => {
    const world = await servedWorld(name);
    vi.stubEnv('DIRECTORY_API_KEY', 'sandbox-key');
    try {
      const base = world.served.url;
      const byReads = await learnFrom({ ...all, baseUrl: base, only: read.join(','), runs: '1' });
      const wantedAnswers = Object.entries(valuesOf(byReads.answers)).filter(([id]) => !aboutRefusals.test(id));
      expect(wantedAnswers.length).toBeGreaterThan(4);
      const har = join(temporaryFolder(), 'traffic.har');
      await recordInBrowser(har, { base, tiers, page: 'page', status: 'status', authorization: world.wholeKey });
      const before = world.requests.length;
      const { code, answers, text, file } = await learnFrom({ ...all, har: [har] });
      expect(world.requests).toHaveLength(before);
      expect(code).toBe(0);
      expect(valuesOf(answers)).toMatchObject(Object.fromEntries(wantedAnswers));
      for (const question of more)
        expect(answers[question]?.value).toEqual(world.taughtContract.answers.answers[question]?.value);
      expect(text + file).not.toMatch(/sandbox-key|@|%40|[0-9a-f]{8}-[0-9a-f]{4}-/i);
      expect(text + file).toMatch(/Bearer|Token/);
    } finally {
      await world.served.close();
    }
  });
});
