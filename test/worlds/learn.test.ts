import { beforeEach, describe, expect, it, vi } from 'vitest';
import { contract } from '../../generated/contract.js';
import { trafficOf } from '../../scripts/check/engine/recording/check-recording.js';
import type { OpenApiDocument, OpenApiResponse } from '../../scripts/contract/document.js';
import { isSameJson, type Json } from '../../scripts/contract/json.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { includesAnswer } from '../../scripts/learn/drafted-answers.js';
import { learn } from '../../scripts/learn/rounds.js';
import { taughtWith } from '../answers/taught.js';
import { isWhole } from '../sample.js';
import { temporaryFile } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';
import { allWrites, answersByHand } from './by-hand.js';
import { all, ask, type Client, clients } from './clients.js';
import { key, type Style, serveWorld, type World } from './serve.js';
import { root } from './store.js';
import { firmStyles, sampled } from './styles.js';
import { type Claim, isAlwaysTrue } from './truths.js';

const modes = ['reads', 'writes', 'a recording'] as const;
type Mode = (typeof modes)[number];

/** Questions that a person answers about a style, but no response does: the reason, and the modes. */
const unseenRows = yamlBeside<{ question: string; styles?: string[]; modes: Mode[]; why: string }[]>(
  import.meta.url,
  'unseen.yaml',
);

/** Returns how answers change the form of requests and responses in the document: values by operation and part. */
function changesBy(answers: Readonly<Record<string, Claim>>): Map<string, unknown> {
  const [ownForms, taughtForms] = [formsIn(contract), formsIn(taughtWith({ ...answers }).document)];
  return new Map([...taughtForms].filter(([part, form]) => !isSameJson(ownForms.get(part) ?? null, form ?? null)));
}

function formsIn(document: OpenApiDocument): Map<string, unknown> {
  const forms = [...eachOperation(document)].flatMap(({ id, operation }): [string, unknown][] => {
    const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith('2'));
    return [
      [`${id} pages`, operation['x-paging']],
      [`${id} envelope`, operation['x-envelope']],
      [`${id} statuses`, successes.map(([status]) => status)],
      [
        `${id} media types`,
        successes.flatMap(([, success]) => Object.keys((success as OpenApiResponse).content ?? {})),
      ],
    ];
  });
  return new Map(forms);
}

/** Whether a part of the document says nothing more than it says with the answers by hand. */
const isSaid = (form: unknown, byHand: unknown): boolean =>
  includesAnswer({ value: (byHand ?? null) as Json }, { value: (form ?? null) as Json });

/** Reads as an app does, and records the first 100 exchanges. */
async function recordApp(world: World, client: Client): Promise<string> {
  const entries: object[] = [];
  vi.stubGlobal('fetch', recordingFetch(fetch, entries));
  for (const { id } of await all(world, client, `${root}/directories/`)) {
    const ownText = `${root}/directories/${id}`;
    for (const list of [
      `${ownText}/entries/partners/`,
      `${ownText}/filters/`,
      `${ownText}/badges/`,
      `${ownText}/tiers/`,
      `${ownText}/callouts/`,
      `${ownText}/certifications/`,
      `${ownText}/verifications/`,
    ])
      for (const item of await all(world, client, list)) {
        const path = list.endsWith('partners/') ? list : list.replace(`directories/${id}/`, '');
        await ask(world, client, `${path}${item['id']}/`);
      }
  }
  vi.unstubAllGlobals();
  expect(entries.length).toBeGreaterThan(90);
  return temporaryFile('app.har', JSON.stringify({ log: { version: '1.2', entries: entries.slice(0, 100) } }));
}

function recordingFetch(send: typeof fetch, entries: object[]): typeof fetch {
  return async (address, init) => {
    const response = await send(address, init);
    const text = await response.clone().text();
    const headersOf = (headers: Headers): object[] => [...headers].map(([name, value]) => ({ name, value }));
    entries.push({
      request: { method: init?.method, url: String(address), headers: headersOf(new Headers(init?.headers)) },
      response: {
        status: response.status,
        headers: headersOf(response.headers),
        content: { mimeType: response.headers.get('content-type'), text },
      },
    });
    return response;
  };
}

beforeEach(() => {
  vi.stubEnv('DIRECTORY_API_KEY', key);
});

const styles = Object.keys(answersByHand).filter((style) => isWhole || [sampled, 'rails', 'jsonapi'].includes(style));

describe.each(styles)('the answers learnt from the service in the style %s', (style) => {
  it.each(modes)('are true, and are all that %s can show', { tags: 'slow' }, async (mode) => {
    const byHand = answersByHand[style] ?? {};
    const world = await serveWorld(firmStyles[style] as Style);
    const client = clients[style]?.(key) as Client;
    const { taken } = await learn({
      ...{ file: 'directory.answers.yaml', text: '', today: '2026-11-29', runs: 0, acceptLikely: true },
      baseUrl: world.url,
      ...(mode === 'writes' && allWrites),
      ...(mode === 'a recording' && { traffic: trafficOf(await recordApp(world, client)) }),
    });
    const learntClaims = Object.fromEntries(taken.map(({ question, answer }): [string, Claim] => [question, answer]));
    const [changes, trueChanges] = [changesBy(learntClaims), changesBy(byHand)];
    expect([...changes].filter(([part, form]) => !isSaid(form, trueChanges.get(part)))).toEqual([]);
    const prefix = 'auth.scheme-prefix';
    if (byHand[prefix]) expect(learntClaims[prefix]?.value).toEqual(byHand[prefix].value);
    const others = Object.entries(learntClaims).filter(([question]) => byHand[question] === undefined);
    expect(others.filter(([question, answer]) => !isAlwaysTrue(style, question, answer, world))).toEqual([]);
    const expected = Object.keys(byHand).filter(
      (question) =>
        !unseenRows.some((row) => row.question === question && row.styles?.includes(style) && row.modes.includes(mode)),
    );
    expect(Object.keys(learntClaims)).toEqual(expect.arrayContaining(expected));
  });
});
