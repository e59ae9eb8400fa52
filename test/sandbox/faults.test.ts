import { describe, expect, it } from 'vitest';
import { faultNames, faults, faultsNamed } from '../../scripts/sandbox/faults/index.js';
import { createSandbox } from '../../scripts/sandbox/sandbox.js';
import { answerRows } from './faults/answer-rows.js';
import { answersOf } from './faults/ask.js';
import { bodyRows } from './faults/body-rows.js';
import { rightServers, wrongServers } from './faults/catalogue.js';
import { httpRows } from './faults/http-rows.js';
import { meaningRows } from './faults/meaning-rows.js';
import { refusalRows } from './faults/refusal-rows.js';
import { rightRows } from './faults/right-rows.js';
import { allScenes, json, list, type Row, rightAnswers } from './faults/row.js';
import { type Scene, scenes } from './faults/scenes.js';

const wrong = Object.values(wrongServers).flat() as string[];
const sections: Record<string, readonly Row[]> = {
  answers: [...answerRows, ...bodyRows],
  refusals: refusalRows,
  meaning: meaningRows,
  http: httpRows,
  right: rightRows,
};

describe('the catalogue', () => {
  it('has these names and no others', () => {
    expect([...faultNames].sort()).toEqual([...wrong, ...rightServers].sort());
    expect([...faults.keys()]).toEqual(faultNames);
  });

  it('knows which of the servers are right', () => {
    const keeping = [...faults.values()].filter(({ keepsContract }) => keepsContract).map(({ name }) => name);
    expect(keeping.sort()).toEqual([...rightServers].sort());
  });

  it('says in a sentence what each server does', () => {
    for (const { about } of faults.values()) expect(about).toMatch(/^[A-Z0-9].*\.$/);
  });

  it('has a row for each name but the slow one', () => {
    const rows = Object.values(sections)
      .flat()
      .map(({ name }) => name);
    expect([...rows, 'slow'].sort()).toEqual([...faultNames].sort());
  });

  it('names the nearest name for one that it does not know', () => {
    expect(() => createSandbox({ faults: ['wrong-typ'] })).toThrow(
      new RangeError('There is no fault "wrong-typ". Did you mean "wrong-type"?'),
    );
    expect(() => faultsNamed(['slow', 'ok-gzipp'])).toThrow('"ok-gzip"');
  });
});

for (const [section, rows] of Object.entries(sections)) {
  describe(`a server that is ${section === 'right' ? 'right otherwise' : `wrong in ${section}`}`, () => {
    for (const row of rows) {
      it(`${row.name}: ${faults.get(row.name)?.about ?? ''}`, () =>
        row.probe((scene) => answersOf([row.name], scenes[scene])));

      it(`${row.name} changes nothing else`, async () => {
        const changed: string[] = [];
        const expected: string[] = [];
        for (const scene of allScenes) {
          const right = await rightAnswers(scene);
          const isExpected =
            typeof row.differs === 'function' ? row.differs(right, scenes[scene]) : row.differs.includes(scene);
          if (isExpected) expected.push(scene);
          const told = await answersOf([row.name], scenes[scene]);
          const isSame = told.every((got, index) => {
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
  it('each do their part, in either order', async () => {
    for (const names of [
      ['wrong-type', 'no-allow'],
      ['no-allow', 'wrong-type'],
    ]) {
      expect(json((await answersOf(names, scenes['reads an entry']))[0])['featured']).toBe('true');
      expect((await answersOf(names, scenes['puts an entry']))[0]?.headers).not.toHaveProperty('allow');
    }
  });

  it('change the same answer one after another', async () => {
    const [entry] = await answersOf(
      ['wrong-type', 'bad-url', 'field-absent', 'duplicate-key'],
      scenes['reads an entry'],
    );
    expect(json(entry)).toMatchObject({ featured: 'true', award: 'n/a' });
    expect(json(entry)).not.toHaveProperty('tracking');
    expect(entry?.text.match(/"title":"Fjordline Data"/g)).toHaveLength(2);
  });

  it('change the same update one after another', async () => {
    const [, read, other] = await answersOf(['patch-other-entry', 'patch-touches-other'], scenes['updates the title']);
    expect(json(read)).toMatchObject({ title: 'New', display_on_internal_directory: false });
    expect(json(other)).toMatchObject({ title: 'New' });
  });

  it('let a wrong server lag behind as well', async () => {
    const answers = await answersOf(
      ['ok-cached-reads', 'list-misses-item', 'ok-third-party'],
      scenes['updates the title'],
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(list(answers[3])).toHaveLength(2);
  });

  it('keep what they remember to one sandbox', async () => {
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
      const first = await answersOf([name], scenes[scene]);
      await answersOf([name], scenes[meanwhile]);
      expect(await answersOf([name], scenes[scene]), name).toEqual(first);
    }
  });
});
