import { describe, expect, it, vi } from 'vitest';
import type { StoreChange } from '../../scripts/sandbox/model/store.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { ScenarioMistake, type ScenarioRule } from '../../scripts/sandbox/scenario/read-scenario.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Asked, ids, open, read, readList, root } from './fixture.js';

const { gold, fjordline, nobody } = ids;

/** A sandbox that follows a scenario, and a clock that the test sets. */
function playing(...scenario: ScenarioRule[]) {
  let now = 5000;
  const changes: StoreChange[] = [];
  const sandbox = open({ scenario, onChange: (made) => void changes.push(...made), clock: () => now });
  const at = (milliseconds: number): void => {
    now = 5000 + milliseconds;
  };
  return { sandbox, changes, at };
}

async function statuses(sandbox: Asked, ...operationIds: string[]): Promise<number[]> {
  const found: number[] = [];
  for (const id of operationIds)
    found.push(await sandbox.status(id, id.startsWith('update') ? { body: { title: 'New' } } : {}));
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
    ['a path', { path: `${root}/tiers/${gold}/` }, [200, 503, 503, 200, 200]],
    ['a template', { path: `${root}/tiers/{id}/`, method: 'GET' }, [200, 200, 503, 200, 200]],
    ['a number alone', { nth: 2 }, [200, 503, 200, 200, 200]],
  ])('can name %s', async (_, when, expected) => {
    const { sandbox } = playing({ when, then: { status: 503 } });
    expect(await statuses(sandbox, ...threePatches)).toEqual(expected);
  });

  it('can say the body and the headers', async () => {
    const { sandbox } = playing(
      { when: { operation: 'getTier' }, then: { status: 429, headers: { 'Retry-After': '7' }, body: ['slow down'] } },
      { when: { operation: 'getBadge' }, then: { status: 200, body: 'not JSON' } },
      { when: { operation: 'getFilter' }, then: { status: 204 } },
    );
    const tier = await sandbox.call('getTier');
    expect([tier.status, tier.headers.get('retry-after'), tier.json]).toEqual([429, '7', ['slow down']]);
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
    const timer = vi.spyOn(globalThis, 'setTimeout');
    await sandbox.call('getTier');
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 60);
    timer.mockRestore();
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

  it('says in the next response which rule could not be applied', async () => {
    const { sandbox } = playing(
      { after: '0s', then: { set: { kind: 'Tier', id: nobody, fields: { title: 'X' } } } },
      { after: '0s', then: { remove: { kind: 'Tier', id: nobody } } },
    );
    const detail = `Rule 1 of the scenario could not be applied: no Tier has the id ${nobody}.`;
    expect(await sandbox.call('getTier')).toMatchObject({ status: 500, json: { detail } });
    expect(await statuses(sandbox, 'getTier')).toEqual([200]);
  });

  it.each<ScenarioRule>([
    { after: '0s', then: { remove: { kind: 'Tier', id: gold } } },
    { when: { nth: 1 }, then: { remove: { kind: 'Tier', id: gold } } },
  ])('says in the next response that its change could not be stored: %j', async (rule) => {
    const onChange = vi.fn().mockThrow(new Error('The disk is full.'));
    const sandbox = open({ scenario: [rule], onChange });
    const detail = 'Rule 1 of the scenario could not be applied: The disk is full.';
    expect(await sandbox.call('getTier')).toMatchObject({ status: 500, json: { detail } });
    expect(await statuses(sandbox, 'getTier')).toEqual([200]);
  });

  it('removes what no request can remove, with everything below it', async () => {
    const { sandbox } = playing({ after: '0s', then: { remove: { kind: 'Directory', id: ids.directory } } });
    expect(await readList(sandbox, 'listDirectories')).toHaveLength(1);
    expect(sandbox.snapshot().collections['PartnerEntry']).toEqual([]);
  });
});

it.each(yamlBeside<{ given: ScenarioRule[]; says: string }[]>(import.meta.url, 'scenario-mistakes.yaml', ids))(
  'a mistake in a scenario is refused with its place: $given',
  ({ given, says }) => {
    const create = () => createSandbox({ scenario: given });
    expect(create).toThrow(ScenarioMistake);
    expect(create).toThrow(says);
  },
);
