import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';
import { commitFiles, createRepository, diffIn, type Files, runGitIn } from './repository.js';

const lamps = yamlBeside<Record<string, string>>(import.meta.url, 'lamps.yaml');
const [lampFile, roomFile, pathFile] = ['api/schemas/Lamp.yaml', 'api/schemas/Room.yaml', 'api/paths/lamp.yaml'];
const textOf = (path: string): string => lamps[path] ?? '';

/** A branch that breaks a stated field, renames one in another file, and removes an inferred operation. */
const branch: Files = {
  [lampFile]: textOf(lampFile).replace('integer', 'string'),
  [roomFile]: textOf(roomFile).replace('name:', 'label:'),
  [pathFile]: textOf(pathFile).replace(/delete:.*/s, ''),
};

type Loose = Record<string, unknown>;

const ids = {
  watts: 'schema-type-changed:Lamp:/components/schemas/Lamp/properties/watts/type',
  name: 'property-removed:Room:/components/schemas/Room/properties/name',
  label: 'property-added:Room:/components/schemas/Room/properties/label',
  remove: 'operation-removed:removeLamp:/paths/~1lamps~1{id}/delete',
};

let clone: string;
beforeAll(() => {
  const origin = createRepository(lamps);
  clone = temporaryFolder('clone');
  runGitIn(clone, 'clone', '--quiet', origin, '.');
  runGitIn(clone, 'checkout', '--quiet', '-b', 'watts');
  commitFiles(clone, branch);
});

const against = ['origin/main:api/openapi.yaml'];

/** Returns the path of a baseline that accepts these changes until a day. */
function baselineWith(...entries: (readonly [id: string, until: string])[]): string {
  const findings = entries.map(([id, until]) => ({ id, reason: 'Nobody reads it.', until }));
  const file = join(temporaryFolder(), 'baseline.json');
  writeFileSync(file, JSON.stringify({ format: 1, contract: '1.0.0', findings, alwaysPresent: {} }));
  return file;
}

describe('a pull request that breaks a contract in several files', () => {
  it('has annotations at the lines of the files that it changes', async () => {
    const { code, output, errors } = await diffIn(clone, against, { report: ['github=-'] });
    expect(code).toBe(0);
    expect(output).toBe(readFileSync(new URL('annotations.txt', import.meta.url), 'utf8'));
    expect(errors).toContain('Lamps, from 1.0.0 (origin/main:api/openapi.yaml) to 1.0.0 (api/openapi.yaml)');
  });

  it('has annotations without lines if the contract is in another repository', async () => {
    const sources = [lamps, { ...lamps, ...branch }].map((files) => join(createRepository(files), 'api/openapi.yaml'));
    const { output } = await diffIn(clone, sources, { report: ['github=-'] });
    expect(output).toMatch(/^::error title=schema-type-changed Lamp::/);
  });

  it('has a summary, and a comment that a workflow can find again', async () => {
    const [summary, comment] = ['summary.md', 'comment.md'].map((name) => join(temporaryFolder(), name));
    const report = [`markdown=${summary}`, `comment=${comment}`];
    expect(await diffIn(clone, against, { report, format: 'json' })).toMatchObject({ code: 0, errors: '' });
    const text = readFileSync(summary ?? '', 'utf8');
    expect(text).toBe(readFileSync(new URL('summary.txt', import.meta.url), 'utf8'));
    expect(readFileSync(comment ?? '', 'utf8')).toBe(`<!-- directory-contract-diff Lamps -->\n${text}`);
  });

  it('fails on changes that nobody has accepted, and says by which ids they can be accepted', async () => {
    const { code, errors } = await diffIn(clone, against, { failOn: ['breaking'] });
    expect(code).toBe(1);
    expect(errors).toBe(
      '2 breaking changes are not accepted. To accept one, add its id to "findings" in\n' +
        'the file given with --baseline, with a reason and a last day:\n' +
        `  ${ids.watts}\n  ${ids.name}\n`,
    );
  });

  it('passes if a baseline accepts the changes, and lists them with reason and day', async () => {
    const baseline = baselineWith(
      [ids.watts, '2026-11-21'],
      [ids.name, '2027-01-31'],
      ['schema.type:listLamps:/x', '2027-01-31'],
    );
    const flags = { failOn: ['breaking'] as const, baseline };
    const { code, output, errors } = await diffIn(clone, against, { ...flags, report: ['github=-'] });
    expect({ code, errors }).toEqual({ code: 0, errors: expect.stringContaining('Accepted\n  - Lamp: ') as string });
    expect(errors.replace(/\s+/g, ' ')).toContain('it was `integer`. Until 2026-11-21: Nobody reads it.');
    expect(output).not.toContain('::error');
    expect(output).toContain('A minor change to 1.0.0 requires 1.1.0');
    expect(output).toContain('Accepted: 2 changes.');
    const json = JSON.parse((await diffIn(clone, against, { ...flags, format: 'json' })).output) as object;
    expect(json).toMatchObject({
      level: 'minor',
      counts: { major: 0, minor: 2 },
      accepted: [{ id: ids.watts, reason: 'Nobody reads it.', until: '2026-11-21' }, { id: ids.name }],
      expired: [],
    });
  });

  it('fails again after the last day of an acceptance, and says so', async () => {
    const baseline = baselineWith([ids.watts, '2026-11-20'], [ids.name, '2027-01-31']);
    const flags = { failOn: ['breaking'] as const, baseline, report: ['github=-'] };
    const { code, output, errors } = await diffIn(clone, against, flags);
    expect(code).toBe(1);
    expect(output).toContain('is allowed now.) Its acceptance ended on 2026-11-20.\n');
    expect(output).toContain('::error title=Contract changes%3A 1 breaking::');
    expect(errors).toContain('No longer accepted\n  - Lamp: ');
    expect(errors).toContain(`1 breaking change is not accepted.`);
  });

  it('needs no higher version for accepted changes, nor a deprecation for accepted removals', async () => {
    const check = { checkVersion: true, format: 'json' } as const;
    const { code, errors } = await diffIn(clone, against, check);
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringContaining('was removed without a deprecation') as string,
    });
    const accepted: [string, string][] = [ids.watts, ids.name, ids.remove, ids.label].map((id) => [id, '2027-01-31']);
    expect(await diffIn(clone, against, { ...check, baseline: baselineWith(...accepted) })).toMatchObject({
      code: 0,
      errors: '',
    });
    const { output } = await diffIn(clone, against, { baseline: baselineWith(...accepted) });
    expect(output).toContain('\n\nNothing else changed.\n');
  });

  it('says at the end why --check-version fails, also if the changes go to a file', async () => {
    const { code, errors } = await diffIn(clone, against, { checkVersion: true });
    expect(code).toBe(1);
    expect(errors.replaceAll(/\s+/g, ' ')).toMatch(
      /^--check-version fails: A major change to 1\.0\.0 requires 2\.0\.0, but info\.version is still 1\.0\.0\. /,
    );
    expect(Math.max(...errors.split('\n').map(({ length }) => length))).toBeLessThan(81);
  });

  it('names the ids of the baseline that no change has', async () => {
    const oldId = 'property-removed:Lamp:/components/schemas/Lamp/properties/volts';
    const baseline = baselineWith([oldId, '2027-01-31'], ['schema.type:listLamps:/x', '2027-01-31']);
    expect((await diffIn(clone, against, { baseline })).errors).toBe(
      `No change has these ids of the baseline. Correct them, or remove them:\n  ${oldId}\n`,
    );
    const { unmatched } = JSON.parse((await diffIn(clone, against, { baseline, format: 'json' })).output) as Loose;
    expect(unmatched).toEqual([oldId]);
  });

  it('has the file and the line of each change in its JSON, like the annotations', async () => {
    const { changes } = JSON.parse((await diffIn(clone, against, { format: 'json' })).output) as Loose;
    expect(changes).toContainEqual(expect.objectContaining({ id: ids.watts, place: { file: lampFile, line: 5 } }));
    const sources = [lamps, { ...lamps, ...branch }].map((files) => join(createRepository(files), 'api/openapi.yaml'));
    const elsewhere = JSON.parse((await diffIn(clone, sources, { format: 'json' })).output) as Loose;
    expect(JSON.stringify(elsewhere)).not.toContain('"place"');
  });

  it('has a comment that says in a line of its own if nothing changed', async () => {
    const comment = join(temporaryFolder(), 'comment.md');
    const sources = [...against, ...against];
    expect(await diffIn(clone, sources, { report: [`comment=${comment}`] })).toMatchObject({ code: 0 });
    expect(readFileSync(comment, 'utf8').split('\n')).toContain('Nothing changed.');
    const everything = baselineWith(
      ...[ids.watts, ids.name, ids.remove, ids.label].map((id) => [id, '2027-01-31'] as const),
    );
    await diffIn(clone, against, { report: [`comment=${comment}`], baseline: everything });
    expect(readFileSync(comment, 'utf8')).not.toContain('Nothing changed');
  });

  it('takes the baseline that the configuration file names', async () => {
    const folder = createRepository(lamps);
    const findings = [{ id: ids.watts, reason: 'Nobody reads it.', until: '2027-01-31' }];
    const baseline = { format: 1, contract: '1.0.0', findings, alwaysPresent: {} };
    commitFiles(folder, {
      [lampFile]: branch[lampFile] ?? null,
      'directory-contract.config.json': JSON.stringify({ baseline: 'known.json' }),
      'known.json': JSON.stringify(baseline),
    });
    const sources = ['HEAD~1:api/openapi.yaml', 'HEAD:api/openapi.yaml'];
    expect(await diffIn(folder, sources, { failOn: ['breaking'] })).toMatchObject({ code: 0, errors: '' });
    // A path in a file of somebody else must not show what another file contains.
    commitFiles(folder, { 'known.json': 'secret' });
    const { code, errors } = await diffIn(folder, sources, { failOn: ['breaking'] });
    expect({ code, errors }).toEqual({ code: 2, errors: expect.stringContaining('is not shown') as string });
  });
});
