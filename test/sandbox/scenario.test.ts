import { describe, expect, it } from 'vitest';
import type { StoreChange } from '../../scripts/sandbox/model/store.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { ScenarioMistake, type ScenarioRule } from '../../scripts/sandbox/scenario/read-scenario.js';
import { type Asked, open, read, readList } from './fixture.js';

const gold = 'bc4048fe-b64e-42ae-ba87-0578bd18e23a';
const fjordline = 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9';

/** A sandbox that follows a scenario, and a clock that the test sets. */
function playing(...scenario: ScenarioRule[]): {
  sandbox: Asked;
  changes: StoreChange[];
  at(milliseconds: number): void;
} {
  let now = 5000;
  const changes: StoreChange[] = [];
  const onChange = (made: readonly StoreChange[]) => void changes.push(...made);
  const sandbox = open({ scenario, onChange, clock: () => now });
  return {
    sandbox,
    changes,
    at(milliseconds) {
      now = 5000 + milliseconds;
    },
  };
}

async function statuses(sandbox: Asked, ...operationIds: string[]): Promise<number[]> {
  const found: number[] = [];
  for (const id of operationIds)
    found.push((await sandbox.call(id, id.startsWith('update') ? { body: { title: 'New' } } : {})).status);
  return found;
}

const threePatches = ['updatePartnerEntry', 'updateTier', 'getTier', 'updatePartnerEntry', 'updatePartnerEntry'];

describe('a rule about requests', () => {
  it('responds to the request of its number alone, which changes nothing', async () => {
    const { sandbox, changes } = playing({ when: { method: 'patch', nth: 3 }, then: { status: 500 } });
    expect(await statuses(sandbox, ...threePatches)).toEqual([200, 200, 200, 500, 200]);
    expect(changes).toHaveLength(3);
    sandbox.reset();
    expect(await statuses(sandbox, ...threePatches)).toEqual([200, 200, 200, 500, 200]);
  });

  it.each<[string, ScenarioRule['when'], number[]]>([
    ['an operation', { operation: 'updatePartnerEntry' }, [503, 200, 200, 503, 503]],
    ['a method and a number', { method: 'GET', nth: 1 }, [200, 200, 503, 200, 200]],
    ['a path', { path: `/api/directory/private/v1alpha/tiers/${gold}/` }, [200, 503, 503, 200, 200]],
    ['a template', { path: '/api/directory/private/v1alpha/tiers/{id}/', method: 'GET' }, [200, 200, 503, 200, 200]],
    ['a number alone', { nth: 2 }, [200, 503, 200, 200, 200]],
  ])('can name %s', async (_, when, expected) => {
    const { sandbox } = playing({ when, then: { status: 503 } });
    expect(await statuses(sandbox, ...threePatches)).toEqual(expected);
  });

  it('can say the body and the headers', async () => {
    const { sandbox } = playing(
      {
        when: { operation: 'getTier' },
        then: { status: 429, headers: { 'Retry-After': '7' }, body: { slow: ['down'] } },
      },
      { when: { operation: 'getBadge' }, then: { status: 200, body: 'not JSON' } },
      { when: { operation: 'getFilter' }, then: { status: 204 } },
    );
    const tier = await sandbox.call('getTier');
    expect([tier.status, tier.headers.get('retry-after'), tier.json]).toEqual([429, '7', { slow: ['down'] }]);
    const badge = await sandbox.call('getBadge');
    expect([badge.headers.get('content-type'), badge.text]).toEqual(['text/plain; charset=utf-8', 'not JSON']);
    expect(await sandbox.call('getFilter')).toMatchObject({ status: 204, text: '' });
  });

  it('can make one request meet a fault', async () => {
    const { sandbox } = playing({ when: { operation: 'getPartnerEntry', nth: 2 }, then: { fault: 'wrong-type' } });
    const featured = async (): Promise<unknown> => (await read(sandbox, 'getPartnerEntry'))['featured'];
    expect([await featured(), await featured(), await featured()]).toEqual([true, 'true', true]);
    expect(sandbox.faults()).toEqual([]);
  });

  it('waits before the response', async () => {
    const { sandbox } = playing({ when: { operation: 'getTier' }, then: { delay: 60 } });
    const begun = performance.now();
    await sandbox.call('getTier');
    expect(performance.now() - begun).toBeGreaterThan(55);
  });

  it('without a socket, a dropped connection is 503', async () => {
    const { sandbox } = playing({ when: { nth: 1 }, then: { drop: true } });
    expect(await statuses(sandbox, 'getTier', 'getTier')).toEqual([503, 200]);
  });

  it('can change the state before the response, and count from a time on', async () => {
    const { sandbox, at } = playing({
      after: '1s',
      when: { operation: 'getPartnerEntry', nth: 2 },
      then: { set: { kind: 'PartnerEntry', id: fjordline, fields: { headline: 'Changed by a rule' } } },
    });
    const headline = async (): Promise<unknown> => (await read(sandbox, 'getPartnerEntry'))['headline'];
    const before = await headline();
    expect([await headline(), await headline()]).toEqual([before, before]);
    at(1000);
    expect([await headline(), await headline()]).toEqual([before, 'Changed by a rule']);
  });
});

describe('a rule about a time', () => {
  it('removes a resource once, with the effects of its DELETE', async () => {
    const { sandbox, at, changes } = playing({ after: '2s', then: { remove: { kind: 'Tier', id: gold } } });
    at(1999);
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ tier: { id: gold } });
    expect([sandbox.catchUp(), changes]).toEqual([1, []]);
    at(2000);
    expect(await read(sandbox, 'getPartnerEntry')).not.toHaveProperty('tier');
    expect(await statuses(sandbox, 'getTier')).toEqual([404]);
    expect(sandbox.catchUp()).toBeUndefined();
    expect(changes.filter(([kind]) => kind === 'remove')).toEqual([['remove', 'Tier', gold]]);
    expect(sandbox.snapshot().serial).toBe(1);
    sandbox.reset();
    expect(await statuses(sandbox, 'getTier')).toEqual([200]);
    at(4000);
    expect(await statuses(sandbox, 'getTier')).toEqual([404]);
  });

  it('takes effect in the order of times, and can activate a fault', async () => {
    const set = (status: string) => ({ kind: 'PartnerEntry', id: fjordline, fields: { status } });
    const { sandbox, at } = playing(
      { after: '1m', then: { set: set('late'), fault: 'wrong-type' } },
      { after: '500ms', then: { set: set('early') } },
    );
    at(500);
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ status: 'early', featured: true });
    expect(sandbox.catchUp()).toBe(59_500);
    at(60_000);
    expect(await read(sandbox, 'getPartnerEntry')).toMatchObject({ status: 'late', featured: 'true' });
    expect(sandbox.faults()).toEqual(['wrong-type']);
    sandbox.reset();
    expect(sandbox.faults()).toEqual([]);
  });

  it('says in the next response what was not possible', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    const { sandbox } = playing(
      { after: '0s', then: { set: { kind: 'Tier', id, fields: { title: 'X' } } } },
      { after: '0s', then: { remove: { kind: 'Tier', id } } },
    );
    const { status, json } = await sandbox.call('getTier');
    const detail = `Rule 1 of the scenario was not possible: no Tier has the id ${id}.`;
    expect([status, json]).toEqual([500, { detail }]);
    expect(await statuses(sandbox, 'getTier')).toEqual([200]);
  });

  it.each<ScenarioRule>([
    { after: '0s', then: { remove: { kind: 'Tier', id: gold } } },
    { when: { nth: 1 }, then: { remove: { kind: 'Tier', id: gold } } },
  ])('says in the next response that its change could not be stored: %j', async (rule) => {
    const onChange = () => {
      throw new Error('The disk is full.');
    };
    const sandbox = open({ scenario: [rule], onChange });
    const detail = 'Rule 1 of the scenario was not possible: The disk is full.';
    expect(await sandbox.call('getTier')).toMatchObject({ status: 500, json: { detail } });
    expect(await statuses(sandbox, 'getTier')).toEqual([200]);
  });

  it('removes what no request can remove, with everything below it', async () => {
    const id = '0fd4340a-c3c4-4d8b-815a-f5be26abedae';
    const { sandbox } = playing({ after: '0s', then: { remove: { kind: 'Directory', id } } });
    expect(await readList(sandbox, 'listDirectories')).toHaveLength(1);
    expect(sandbox.snapshot().collections['PartnerEntry']).toEqual([]);
  });
});

describe('a mistake in a scenario', () => {
  const then = { status: 500 };
  it.each<[unknown, string]>([
    [{}, 'scenario: Expected a list of rules, each with when or after, and then, found {}. Correct it.'],
    [[{ then }], 'scenario/0: Expected when or after, found neither. Say at which request or time it happens.'],
    [[{ wen: {}, then }], 'scenario/0/wen: Expected one of when, after, then, found "wen". Did you mean when?'],
    [[{ when: { nth: 0 }, then }], 'scenario/0/when/nth: Expected a whole number, 1 or more, found 0. Correct it.'],
    [[{ when: {}, then }], 'scenario/0/when: Expected at least one of method, operation, path and nth, found none.'],
    [
      [{ when: { operation: 'updatePartnerEntri' }, then }],
      'scenario/0/when/operation: Expected the id of an operation, found "updatePartnerEntri". ' +
        'Did you mean updatePartnerEntry?',
    ],
    [
      [{ when: { method: 'PTACH' }, then }],
      'scenario/0/when/method: Expected a method, found "PTACH". Did you mean PATCH?',
    ],
    [
      [{ when: { path: 'tiers/' }, then }],
      'scenario/0/when/path: Expected a path that begins with a slash, found "tiers/". Correct it.',
    ],
    [
      [{ when: { path: '/tiers/?page=2' }, then }],
      'scenario/0/when/path: A path is compared without its query. Leave out what follows the question mark.',
    ],
    [[{ after: '2h', then }], 'scenario/0/then/status: status is about the response to a request. Add when, which'],
    [
      [{ after: '2 h', then: { fault: 'slow' } }],
      'scenario/0/after: Expected a time such as 500ms, 2s or 1m, found "2 h". Correct it.',
    ],
    [[{ after: '2s', then: {} }], 'scenario/0/then: Expected at least one of status, body, headers, delay, fault,'],
    [[{ when: { nth: 1 }, then: { status: 500, drop: true } }], 'scenario/0/then/drop: status and drop exclude each'],
    [[{ when: { nth: 1 }, then: { body: 1 } }], 'scenario/0/then/body: body needs a status beside it.'],
    [[{ when: { nth: 1 }, then: { status: 204, body: 1 } }], 'scenario/0/then/body: A response with the status 204'],
    [
      [{ when: { nth: 1 }, then: { status: 200, headers: { 'a b': 'c' } } }],
      'scenario/0/then/headers/a b: Expected a header that HTTP allows, found "a b: c".',
    ],
    [
      [{ when: { nth: 1 }, then: { status: 200, headers: { Trailer: 'X-Sum' } } }],
      'scenario/0/then/headers/Trailer: This header follows from the body.',
    ],
    [[{ when: { nth: 1 }, then: { fault: 'slo' } }], 'scenario/0/then/fault: Expected the name of a fault, found'],
    [
      [{ after: '2s', then: { remove: { kind: 'Tiers', id: gold } } }],
      'scenario/0/then/remove/kind: Expected a kind of resources, found "Tiers". Did you mean Tier?',
    ],
    [
      [{ after: '2s', then: { set: { kind: 'PartnerEntry', id: gold, fields: { featured: 'yes' } } } }],
      'scenario/0/then/set/fields/featured: This does not fit updatePartnerEntry: it must be boolean.',
    ],
  ])('is refused with its place: %j', (scenario, says) => {
    const create = () => createSandbox({ scenario: scenario as ScenarioRule[] });
    expect(create).toThrow(ScenarioMistake);
    expect(create).toThrow(says);
  });
});
