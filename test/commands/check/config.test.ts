import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import schema from '../../../generated/check/config.schema.json' with { type: 'json' };
import { reportFormats } from '../../../scripts/check/reports/index.js';
import { readSettings } from '../../../scripts/commands/check/command-settings.js';
import { readConfig } from '../../../scripts/commands/check/config.js';
import { configFile, entryNameOf, settings } from '../../../scripts/commands/check/settings.js';
import { docsSettings } from '../../../scripts/commands/docs/docs-settings.js';
import { temporaryFile, temporaryFolder } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';
import { mistakes } from './mistakes.js';

const validate = new Ajv2020({ allErrors: true }).compile(schema);

const read = (content: unknown): ReturnType<typeof readConfig> =>
  readConfig(temporaryFile('settings.json', JSON.stringify(content)), '');

beforeEach(() => vi.stubEnv('DIRECTORY_API_KEY', 'a-key-of-the-tests'));

describe('a configuration file', () => {
  it('has settings under the names of the flags in camelCase', () => {
    const content = yamlBeside<object>(import.meta.url, 'config.yaml');
    expect(read({ $schema: './check/config.schema.json', ...content, shard: '2/4' })).toEqual({
      ...content,
      shard: { index: 2, count: 4 },
    });
  });

  it('is optional under its default name in the folder', () => {
    const folder = temporaryFolder();
    expect(readConfig(undefined, folder)).toEqual({});
    writeFileSync(join(folder, configFile), '{ "seed": 3 }');
    expect(readConfig(undefined, folder)).toEqual({ seed: 3 });
  });

  it('has a section for the docs, which the check ignores', () => {
    const folder = temporaryFolder();
    const docs = { title: 'A', logo: 'a.svg', accent: '#0A58b8, #7ab7ff' };
    writeFileSync(join(folder, configFile), JSON.stringify({ docs }));
    expect(readConfig(undefined, folder)).toEqual({ docs: { ...docs, logo: join(folder, 'a.svg') } });
    expect(readSettings({}, {}, folder)).not.toHaveProperty('docs');
    expect(validate({ docs })).toBe(true);
  });

  it('has paths relative to its folder, except for standard output', () => {
    const folder = temporaryFolder();
    const path = join(folder, 'settings.json');
    const report = { junit: 'out/report.xml', json: '-' };
    writeFileSync(path, JSON.stringify({ contract: 'api.yaml', har: join(folder, 'recorded.har'), report }));
    expect(readConfig(path, '')).toEqual({
      contract: join(folder, 'api.yaml'),
      har: join(folder, 'recorded.har'),
      report: [
        { format: 'junit', path: join(folder, 'out/report.xml') },
        { format: 'json', path: '-' },
      ],
    });
  });
});

describe('a mistake in a configuration file is reported with its place', () => {
  it.each(mistakes.config)('%s', (content, message) => {
    const path = temporaryFile('settings.json', content);
    expect(() => readConfig(path, '')).toThrow(`${path}:${message}`);
  });

  it('together with all other mistakes', () => {
    expect(() => read({ nope: 1, seed: -1 })).toThrow(/:1:9: "nope" is not a setting[\s\S]*:1:18: Expected "seed"/);
  });

  it('but without any text of the file if the file contains the key, plain or escaped', () => {
    for (const content of [
      '{ "a-key-of-the-tests": 1 }',
      '{ "baseUrl": "https://x.example.com/a-k\\u0065y-of-the-tests" }',
    ]) {
      const path = temporaryFile('settings.json', content);
      expect(() => readConfig(path, '')).toThrow(
        new RegExp(`^The key is in ${path}, where others can read it\\. [^\\n]* only in DIRECTORY_API_KEY\\.$`),
      );
    }
  });
});

describe('the published schema', () => {
  it('has every setting that a configuration file may have, and each report format', () => {
    const inFile = settings.filter(({ isNeverInFile: isTyped }) => !isTyped).map(entryNameOf);
    expect(Object.keys(schema.properties)).toEqual(['$schema', ...inFile, 'docs']);
    expect(Object.keys(schema.properties.docs.properties)).toEqual(docsSettings.map(({ name }) => name));
    expect(Object.keys(schema.properties.report.properties)).toEqual(reportFormats);
    expect(settings.find(({ name }) => name === 'report')?.description).toContain(reportFormats.join(', '));
  });

  it('describes each setting in a sentence, and repeats no default', () => {
    const { docs, ...others } = schema.properties;
    for (const { description } of [docs, ...Object.values(others), ...Object.values(docs.properties)])
      expect(description).toMatch(/[^.]\.$/);
    expect(schema.properties.timeout).toMatchObject({ description: 'In seconds: limit for one request.', default: 30 });
  });

  const values = [
    ...['', 'x', '1/4', 'none', 'mock', true, null],
    ...[0, 1, 101, 3601, 0.5, 0.001, -1, 2 ** 32 - 1, 2 ** 32],
    ...[[], ['named'], ['named', '']],
    ...[{}, { tier_id: '1' }, { junit: 1 }, { junit: '' }, { html: '-' }],
  ];
  const names = [...Object.keys(schema.properties), 'nope', 'list', 'config', 'updateBaseline'];
  it.each(names)('accepts the same values as the check: %s', { tags: 'slow' }, (name) => {
    const accepts = (value: unknown): boolean => {
      try {
        read({ [name]: value });
        return true;
      } catch {
        return false;
      }
    };
    const acceptedValues = values.filter(accepts);
    expect(values.filter((value) => validate({ [name]: value }))).toEqual(acceptedValues);
    expect(acceptedValues.length).toBeLessThan(values.length);
  });
});
