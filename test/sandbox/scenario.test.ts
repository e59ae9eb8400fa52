import { describe, expect, it, vi } from 'vitest';
import type { StoreChange } from '../../scripts/sandbox/model/store.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { ScenarioMistake, type ScenarioRule } from '../../scripts/sandbox/scenario/read-scenario.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Asked, ids, open, read, root } from './fixture.js';
import { openedOf, type Story, testStories } from './story.js';

const { gold } = ids;

/** A sandbox that follows a scenario, and a clock that the test sets. */
function playing(...scenario: ScenarioRule[]) {
  let now = 5000;
  const changes: StoreChange[] = [];
  const sandbox = open({ scenario, onChange: (newChanges) => void changes.push(...newChanges), clock: () => now });
  const at = (milliseconds: number): void => {
    now = 5000 + milliseconds;
  };
  return { sandbox, changes, at };
}

async function statuses(sandbox: Asked, ...operationIds: string[]): Promise<number[]> {
  const numbers: number[] = [];
  for (const id of operationIds)
    numbers.push(await sandbox.status(id, id.startsWith('update') ? { body: { title: 'New' } } : {}));
  return numbers;
}

testStories<Story & { scenario: ScenarioRule[] }>(import.meta.url, 'scenario.yaml', {
  begin({ scenario }) {
    const { sandbox, at } = playing(...scenario);
    const { send, ...opened } = openedOf(sandbox);
    const control: Record<string, (path: string) => unknown> = {
      clock: (time) => at(Number(time)),
      'GET /next': () => sandbox.catchUp(),
      'GET /__sandbox/faults': () => sandbox.faults(),
      'POST /__sandbox/reset': () => sandbox.reset(),
    };
    return {
      ...opened,
      async send(request, givenSend) {
        const [method = '', path = ''] = request.split(' ');
        const does = control[request] ?? control[method];
        return does ? { status: 200, headers: new Headers(), json: does(path) } : send(request, givenSend);
      },
    };
  },
});

const threePatches = ['updatePartnerEntry', 'updateTier', 'getTier', 'updatePartnerEntry', 'updatePartnerEntry'];

describe('a rule about requests', () => {
  it('responds only to the request of its number, which changes nothing', async () => {
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
  ])('can select requests by %s', async (_, condition, expected) => {
    const { sandbox } = playing({ when: condition, then: { status: 503 } });
    expect(await statuses(sandbox, ...threePatches)).toEqual(expected);
  });

  it('waits before the response', async () => {
    const { sandbox } = playing({ when: { operation: 'getTier' }, then: { delay: 60 } });
    const timer = vi.spyOn(globalThis, 'setTimeout');
    await sandbox.call('getTier');
    expect(timer).toHaveBeenCalledWith(expect.any(Function), 60);
    timer.mockRestore();
  });
});

describe('a rule about a time', () => {
  it('removes a resource once, with the same effects as its DELETE', async () => {
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

  it.each<ScenarioRule>([
    { after: '0s', then: { remove: { kind: 'Tier', id: gold } } },
    { when: { nth: 1 }, then: { remove: { kind: 'Tier', id: gold } } },
  ])('is named in the next response if its change could not be stored: %j', async (rule) => {
    const onChange = vi.fn().mockThrow(new Error('The disk is full.'));
    const sandbox = open({ scenario: [rule], onChange });
    const detail = 'Rule 1 of the scenario could not be applied: The disk is full.';
    expect(await sandbox.call('getTier')).toMatchObject({ status: 500, json: { detail } });
    expect(await statuses(sandbox, 'getTier')).toEqual([200]);
  });
});

describe('a scenario that is set later', () => {
  it('replaces that of the start, until a reset', async () => {
    const { sandbox, at } = playing({ when: { nth: 2 }, then: { status: 503 } });
    const tiers = ['getTier', 'getTier', 'getTier'];
    expect(await statuses(sandbox, ...tiers)).toEqual([200, 503, 200]);
    at(1000);
    sandbox.scenario([
      { when: { nth: 1 }, then: { status: 500 } },
      { after: '2s', then: { fault: 'slow' } },
    ]);
    expect(await statuses(sandbox, ...tiers)).toEqual([500, 200, 200]);
    expect(() => sandbox.scenario([{ then: {} }])).toThrow(ScenarioMistake);
    at(2999);
    expect([sandbox.catchUp(), sandbox.faults()]).toEqual([1, []]);
    at(3000);
    expect([sandbox.catchUp(), sandbox.faults()]).toEqual([undefined, ['slow']]);
    sandbox.reset();
    expect(sandbox.faults()).toEqual([]);
    expect(await statuses(sandbox, ...tiers)).toEqual([200, 503, 200]);
    sandbox.scenario([]);
    expect(await statuses(sandbox, ...tiers)).toEqual([200, 200, 200]);
  });

  it('ends the faults that the one before it activated, and no others', () => {
    const { sandbox } = playing();
    sandbox.setFaults(['resets']);
    sandbox.scenario([{ after: '0s', then: { fault: 'slow' } }]);
    sandbox.catchUp();
    expect(sandbox.faults()).toEqual(['resets', 'slow']);
    sandbox.scenario([]);
    expect(sandbox.faults()).toEqual(['resets']);
  });
});

it.each(yamlBeside<{ given: ScenarioRule[]; says: string }[]>(import.meta.url, 'scenario-mistakes.yaml', ids))(
  'a mistake in a scenario is refused with its place: $given',
  ({ given, says }) => {
    const sandbox = createSandbox();
    for (const use of [() => createSandbox({ scenario: given }), () => sandbox.scenario(given)]) {
      expect(use).toThrow(ScenarioMistake);
      expect(use).toThrow(says);
    }
  },
);
