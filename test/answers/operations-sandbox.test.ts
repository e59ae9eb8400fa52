import { describe, expect, it, vi } from 'vitest';
import { teachOwnContract } from '../../scripts/answers/own-contract.js';
import { check } from '../../scripts/check/engine/check.js';
import { readTaughtContract } from '../../scripts/check/engine/contract/taught-contract.js';
import type { CheckOptions } from '../../scripts/check/model/options.js';
import { createSandboxFor, defaultKey, type Sandbox } from '../../scripts/sandbox/sandbox.js';
import { serveSandbox } from '../../scripts/sandbox/server/serve.js';
import { accusations, everything } from '../check/run.js';
import { isWhole } from '../sample.js';
import { fieldAnswers } from './field-answers.js';
import { operationAnswers } from './operation-answers.js';
import { answersFile, taughtWith } from './taught.js';

const base = '/api/directory/private/v1alpha';
const directory = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
const entry = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';
const tier = 'bc4048fe-b64e-42ae-ba87-0578bd18e23a';
const partners = `${base}/directories/${directory}/entries/partners/`;

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the tests below read what they expect.
  json: any;
}

/** A sandbox of the contract with answers: those of `operation-answers.ts` to these questions, or the given ones. */
function taughtSandbox(answers: Record<string, unknown> | string[]): {
  call(method: string, path: string, body?: object, headers?: Record<string, string>): Promise<Answer>;
} {
  const values = Array.isArray(answers) ? Object.fromEntries(answers.map((id) => [id, operationAnswers[id]])) : answers;
  const { document, validators } = taughtWith(
    Object.fromEntries(Object.entries(values).map(([id, value]) => [id, { value }])),
  );
  const sandbox: Sandbox = createSandboxFor(document, validators)();
  return {
    async call(method, path, body, headers = {}) {
      const response = await sandbox.fetch(
        new Request(`https://directory.example${path}`, {
          method,
          headers: { authorization: defaultKey, ...(body && { 'content-type': 'application/json' }), ...headers },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      const text = await response.text();
      return { status: response.status, headers: response.headers, json: /^[[{]/.test(text) ? JSON.parse(text) : text };
    },
  };
}

describe('the sandbox of a taught contract', () => {
  it('finds the resources of operations that have moved', async () => {
    const { call } = taughtSandbox(['operations.paths']);
    const { json: tiers } = await call('GET', `/directories/${directory}/levels`);
    const [gold] = tiers;
    expect(gold.entriesListUrl).toBe(`/tenants/acme/levels/${gold.id}/entries/`);
    expect((await call('GET', gold.entriesListUrl)).json).toHaveLength(gold.entriesCount);
    expect((await call('GET', gold.entriesListUrl.replace('acme', 'other'))).status).toBe(404);
    expect((await call('GET', `/directories/${directory}/levels/${gold.id}`)).json).toEqual(gold);
    await call('PATCH', `${base}/tiers/${gold.id}/`, { title: 'Amber' });
    expect((await call('GET', `/directories/${directory}/levels/${gold.id}`)).json.title).toBe('Amber');
    expect((await call('GET', `${base}/tiers/${gold.id}/`)).status).toBe(405);
    const { json: all } = await call('GET', partners);
    expect((await call('GET', all[0].href)).json).toEqual(all[0]);
    expect(all[0].href).toContain('/partners/');
  });

  it('names the limit of requests in all responses, and never asks to wait', async () => {
    const headers = ['RateLimit-Policy', 'X-RateLimit-Remaining', 'X-Plan'];
    const { call } = taughtSandbox({ 'limits.rate': { requests: 100, seconds: 60, headers } });
    for (const path of [`${base}/directories/`, `${base}/nowhere/`]) {
      const { headers: sent } = await call('GET', path);
      const shown = ['ratelimit-policy', 'x-ratelimit-remaining', 'x-plan', 'retry-after'].map((name) =>
        sent.get(name),
      );
      expect(shown).toEqual(['100;w=60', '99', null, null]);
    }
  });

  it('replaces where an update is a PUT now', async () => {
    const { call } = taughtSandbox(['operations.paths']);
    const { json: badges } = await call('GET', `${base}/directories/${directory}/badges/`);
    const replaced = await call('PUT', `${base}/badges/${badges[0].id}/`, {});
    expect(replaced.json).toEqual({ id: badges[0].id });
  });

  it('filters, sorts and cuts lists as their parameters say, and refuses wrong ones', async () => {
    const { call } = taughtSandbox(['operations.parameters']);
    const { json: hidden } = await call('GET', `${partners}?status=hidden&ordering=-title`);
    const titles = hidden.map(({ title }: { title: string }) => title);
    expect(new Set(hidden.map(({ status }: { status: string }) => status))).toEqual(new Set(['hidden']));
    expect(titles).toEqual([...titles].sort().reverse());
    const callouts = `${base}/directories/${directory}/callouts/`;
    expect((await call('GET', `${callouts}?limit=2`)).json).toHaveLength(2);
    expect((await call('GET', `${callouts}?limit=0`)).status).toBe(400);
    const badges = `${base}/directories/${directory}/badges/`;
    expect((await call('GET', badges)).status).toBe(400);
    expect((await call('GET', badges, undefined, { locale: 'de' })).status).toBe(200);
  });

  it('has the bodies and statuses that it was taught', async () => {
    const { call } = taughtSandbox(['operations.payloads', 'operations.success-status']);
    const approved = await call('POST', `${partners}${entry}/edits/approve/`);
    expect(approved.json).toEqual((await call('GET', `${partners}${entry}/`)).json);
    const created = await call('POST', `${base}/directories/${directory}/verifications/`, { title: 'Insured' });
    expect(Object.keys(created.json)).toEqual(['id', 'link']);
    expect((await call('GET', `${base}/verifications/${created.json.id}/`)).json.title).toBe('Insured');
    const { status } = await call('POST', `${base}/directories/${directory}/tiers/`, { title: 'Onyx' });
    expect(status).toBe(200);
    const [badge] = (await call('GET', `${base}/directories/${directory}/badges/`)).json;
    const deleted = await call('DELETE', `${base}/badges/${badge.id}/`);
    expect(deleted).toMatchObject({ status: 200, json: { detail: 'The badge is deleted.' } });
    const [callout] = (await call('GET', `${base}/directories/${directory}/callouts/`)).json;
    const changed = await call('PATCH', `${base}/callouts/${callout.id}/`, { name: 'Old', textColor: 'red' });
    expect(changed).toMatchObject({ status: 204, json: '' });
    // No response can show this colour, so it is absent.
    const { textColor: _, ...rest } = callout;
    expect((await call('GET', `${base}/callouts/${callout.id}/`)).json).toEqual({ ...rest, name: 'Old' });
  });

  it('puts the items of a list into the list of another form', async () => {
    const items = { type: 'array', items: { type: 'object', properties: { id: { type: 'string', format: 'uuid' } } } };
    const { call } = taughtSandbox({
      'operations.payloads': {
        listBadges: { response: { type: 'object', properties: { badges: items } } },
        listTiers: { response: items },
      },
    });
    const { json } = await call('GET', `${base}/directories/${directory}/badges/`);
    expect(json.badges.length).toBeGreaterThan(1);
    expect(Object.keys(json.badges[0])).toEqual(['id']);
    const { json: tiers } = await call('GET', `${base}/directories/${directory}/tiers/`);
    expect(Object.keys(tiers[0])).toEqual(['id']);
  });

  it('takes requests without a body, and updates with null, where it was taught so', async () => {
    const { call } = taughtSandbox(['request.body-required', 'updates.null', 'request.extra-fields']);
    const path = `${partners}${entry}/`;
    const { json: before } = await call('GET', path);
    expect((await call('PATCH', path)).json).toEqual(before);
    const cleared = await call('PATCH', path, { headline: null, customSlug: null, tier: null });
    const { headline: _, tier: __, ...rest } = before;
    expect(cleared.json).toEqual({ ...rest, custom_slug: null });
    expect((await call('PATCH', path, { title: null })).status).toBe(400);
    expect((await call('PATCH', path, { unknown: 1 })).status).toBe(400);
    expect((await call('POST', `${partners}bulk-upsert/`)).json).toEqual([]);
  });

  it('has one form where it was taught so, and refuses with the statuses that it was taught', async () => {
    const { call } = taughtSandbox(['contact-request-form.active', 'auth.refusal-status', 'errors.other-statuses']);
    const { json } = await call('GET', `${base}/directories/${directory}/forms/contact-request/`);
    expect(json).toHaveProperty('id');
    const tiers = `${base}/directories/${directory}/tiers/`;
    expect((await call('GET', tiers, undefined, { authorization: 'wrong' })).status).toBe(403);
    expect((await call('POST', tiers, { title: 1 })).status).toBe(422);
    expect((await call('POST', `${base}/directories/${directory}/badges/`, { title: 1 })).status).toBe(400);
  });
});

// It takes a minute, so a normal run has only worlds and random sets, with fewer answers each.
if (isWhole)
  describe('the check finds nothing wrong with the sandbox of a contract with all answers', () => {
    const operations = Object.entries(operationAnswers).map(([id, value]) => [id, { value }]);
    const answers = answersFile({ ...fieldAnswers, ...Object.fromEntries(operations) });
    const taught = teachOwnContract(answers);
    const modes: [string, Partial<CheckOptions>][] = [
      ['reads', {}],
      [
        'updates that it puts back',
        { writes: 'roundtrip', writeInterval: 0, only: ['updatePartnerEntry', 'updateFilter'] },
      ],
      ['all writes', { writes: 'disposable', ...everything }],
    ];

    it.each(modes)('with %s', async (_, options) => {
      vi.stubEnv('DIRECTORY_API_KEY', defaultKey);
      const sandbox = createSandboxFor(taught.document, taught.validators)();
      const before = sandbox.snapshot().collections;
      const served = await serveSandbox({ sandbox });
      try {
        // No list contains the tenants.
        const parameters = { tenant: 'acme', 'listTierEntries.tier_id': tier };
        const report = await check({
          baseUrl: served.url,
          contract: readTaughtContract(answers, taught),
          runs: 1,
          strict: true,
          parameters,
          ...options,
        });
        expect(accusations(report)).toEqual([]);
        expect(report.exitCode).toBe(0);
        const untested = report.operations.filter(({ inScope, refusal }) => inScope && !refusal.tested);
        expect(untested.map(({ operationId }) => operationId)).toEqual([]);
        if (options.writes === 'roundtrip') expect(sandbox.snapshot().collections).toEqual(before);
      } finally {
        await served.close();
      }
    });
  });
