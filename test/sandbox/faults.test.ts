import { describe, expect, it } from 'vitest';
import { faultNames, faults, findFaults } from '../../scripts/sandbox/faults/index.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { isWhole } from '../sample.js';
import { responsesOf } from './faults/ask.js';
import { bodyRows } from './faults/body-rows.js';
import { faultyServers, rightServers } from './faults/catalogue.js';
import { httpRows } from './faults/http-rows.js';
import { meaningRows } from './faults/meaning-rows.js';
import { refusalRows } from './faults/refusal-rows.js';
import { responseRows } from './faults/response-rows.js';
import { rightRows } from './faults/right-rows.js';
import { allScenes, correctResponses, json, list, type Row } from './faults/row.js';
import { type Scene, scenes } from './faults/scenes.js';

const wrong = Object.values(faultyServers).flat() as string[];
const sections: Record<string, readonly Row[]> = {
  responses: [...responseRows, ...bodyRows],
  refusals: refusalRows,
  meaning: meaningRows,
  http: httpRows,
  right: rightRows,
};

describe('the catalogue', () => {
  it('has exactly these names', () => {
    expect([...faultNames].sort()).toEqual([...wrong, ...rightServers].sort());
    expect([...faults.keys()]).toEqual(faultNames);
  });

  it('knows which servers keep the contract', () => {
    const keeping = [...faults.values()].filter(({ keepsContract }) => keepsContract).map(({ name }) => name);
    expect(keeping.sort()).toEqual([...rightServers].sort());
  });

  it('describes each server in a sentence', () => {
    for (const { about } of faults.values()) expect(about).toMatch(/^[A-Z0-9].*\.$/);
  });

  it('has a row for each name except `slow`', () => {
    const rows = Object.values(sections)
      .flat()
      .map(({ name }) => name);
    expect([...rows, 'slow'].sort()).toEqual([...faultNames].sort());
  });

  it('suggests the nearest name for an unknown one', () => {
    expect(() => createSandbox({ faults: ['wrong-typ'] })).toThrow(
      new RangeError('Unknown fault "wrong-typ". Did you mean "wrong-type"?'),
    );
    expect(() => findFaults(['slow', 'ok-gzipp'])).toThrow('"ok-gzip"');
  });
});

for (const [section, rows] of Object.entries(sections)) {
  describe(`a server that is ${section === 'right' ? 'correct in another way' : `wrong in ${section}`}`, () => {
    for (const [index, row] of rows.entries()) {
      it(`${row.name}: ${faults.get(row.name)?.about ?? ''}`, { tags: 'slow' }, () =>
        row.probe((scene) => responsesOf([row.name], scenes[scene])),
      );

      it.runIf(isWhole || index % 5 === 0)(`${row.name} changes nothing else`, { tags: 'slow' }, async () => {
        const changed: string[] = [];
        const expected: string[] = [];
        for (const scene of allScenes) {
          const right = await correctResponses(scene);
          const isExpected =
            typeof row.differs === 'function' ? row.differs(right, scenes[scene]) : row.differs.includes(scene);
          if (isExpected) expected.push(scene);
          const responses = await responsesOf([row.name], scenes[scene]);
          const isSame = responses.every((got, index) => {
            const other = right[index];
            return (
              other !== undefined &&
              got.status === other.status &&
              got.bytes.equals(other.bytes) &&
              got.wire === other.wire &&
              JSON.stringify(got.headers) === JSON.stringify(other.headers)
            );
          });
          if (!isSame) changed.push(scene);
        }
        expect(changed).toEqual(expected);
      });
    }
  });
}

describe('faults together', () => {
  it('all take effect, in any order', async () => {
    for (const names of [
      ['wrong-type', 'no-allow'],
      ['no-allow', 'wrong-type'],
    ]) {
      expect(json((await responsesOf(names, scenes['reads an entry']))[0])['featured']).toBe('true');
      expect((await responsesOf(names, scenes['puts an entry']))[0]?.headers).not.toHaveProperty('allow');
    }
  });

  it('change the same response one after another', async () => {
    const [entry] = await responsesOf(
      ['wrong-type', 'bad-url', 'field-absent', 'duplicate-key'],
      scenes['reads an entry'],
    );
    expect(json(entry)).toMatchObject({ featured: 'true', award: 'n/a' });
    expect(json(entry)).not.toHaveProperty('tracking');
    expect(entry?.text.match(/"title":"Fjordline Data"/g)).toHaveLength(2);
  });

  it('change the same update one after another', async () => {
    const [, read, other] = await responsesOf(
      ['patch-other-entry', 'patch-touches-other'],
      scenes['updates the title'],
    );
    expect(json(read)).toMatchObject({ title: 'New', display_on_internal_directory: false });
    expect(json(other)).toMatchObject({ title: 'New' });
  });

  it('include reads that lag behind', async () => {
    const responses = await responsesOf(
      ['ok-cached-reads', 'list-misses-item', 'ok-third-party'],
      scenes['updates the title'],
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(list(responses[3])).toHaveLength(2);
  });

  it('share no memory between sandboxes', async () => {
    const stories: [name: string, meanwhile: Scene, scene: Scene][] = [
      ['flaky-500', 'reads an entry', 'lists directories five times'],
      ['ok-429', 'reads an entry', 'lists directories five times'],
      ['shuffled-certifications', 'reads an entry', 'reads an entry'],
      ['list-stale', 'updates the title', 'lists partner entries'],
      ['patch-not-idempotent', 'updates the resources', 'updates the resources'],
      ['ok-new-status-value', 'updates the status', 'reads an entry'],
      ['ok-third-party', 'reads an entry', 'lists partner entries'],
    ];
    for (const [name, meanwhile, scene] of stories) {
      const first = await responsesOf([name], scenes[scene]);
      await responsesOf([name], scenes[meanwhile]);
      expect(await responsesOf([name], scenes[scene]), name).toEqual(first);
    }
  });
});
