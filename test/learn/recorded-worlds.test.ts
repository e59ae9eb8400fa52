import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { servedWorld, type World } from '../answers/worlds.js';
import { isWhole, sample } from '../sample.js';
import { temporaryFolder } from '../temporary-folder.js';
import { learned, type Ran } from './learned.js';
import { recordInBrowser, recordingProxy } from './recorders.js';
import { type AppSettings, useService } from './team-app.js';

/** The operations that the app reads. */
const read = [
  ...['listDirectories', 'getDirectory', 'listPartnerEntries', 'getPartnerEntry', 'listTiers', 'getTier'],
  ...['listFilters', 'getFilter', 'listBadges', 'getBadge'],
];

/** Questions about refusals. The check sends more wrong requests than an app. */
const aboutRefusals = /^(errors\.|auth\.refusal)/;

const all = { yes: true, acceptLikely: true };

const valuesOf = (answers: Ran['answers']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(answers).map(([id, { value, except }]) => [id, except ? { value, except } : value]),
  );

type Recorder = (path: string, world: World, settings: Omit<AppSettings, 'base'>) => Promise<unknown>;

const recorders: Record<string, Recorder> = {
  browser: (path, { served }, settings) => recordInBrowser(path, { base: served.url, ...settings }),
  async proxy(path, { served }, settings) {
    const proxy = await recordingProxy(served.url);
    await useService({ base: proxy.url, ...settings });
    writeFileSync(path, proxy.har());
    await proxy.close();
  },
};

const worlds: [name: string, place: { tiers: string }, more: string[], usual: string][] = [
  ['numbered-pages.answers.yaml', { tiers: 'tiers' }, [], 'proxy'],
  ['moved-paths.answers.yaml', { tiers: 'levels' }, ['operations.paths', 'operations.parameters'], 'browser'],
];

describe.each(sample(worlds, 2))('a recording of an app in the world of %s', (name, place, more, usual) => {
  it('shows what reads show, and paths and parameters, without a request and without secrets', {
    tags: 'long',
  }, async () => {
    const world = await servedWorld(name);
    vi.stubEnv('DIRECTORY_API_KEY', 'sandbox-key');
    try {
      const settings = { ...place, page: 'page', status: 'status', authorization: world.wholeKey };
      const byReads = await learned({ ...all, baseUrl: world.served.url, only: read.join(','), runs: '1' });
      const wanted = Object.entries(valuesOf(byReads.answers)).filter(([id]) => !aboutRefusals.test(id));
      expect(wanted.length).toBeGreaterThan(4);
      const chosen = Object.entries(recorders).filter(([each]) => each === usual || isWhole);
      for (const [recorder, record] of chosen) {
        const har = join(temporaryFolder(), `${recorder}.har`);
        await record(har, world, settings);
        const before = world.asked.length;
        const { code, answers, written } = await learned({ ...all, har: [har] });
        expect(world.asked).toHaveLength(before);
        expect(code).toBe(0);
        expect(valuesOf(answers)).toMatchObject(Object.fromEntries(wanted));
        for (const question of more)
          expect(answers[question]?.value).toEqual(world.taught.answers.answers[question]?.value);
        expect(written).not.toMatch(/sandbox-key|@|%40|[0-9a-f]{8}-[0-9a-f]{4}-/i);
        expect(written).toMatch(/Bearer|Token/);
      }
    } finally {
      await world.served.close();
    }
  });
});
