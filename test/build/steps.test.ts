import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { sortBundle } from '../../scripts/build/source/bundle.js';
import { locate, type SourceMap } from '../../scripts/build/source/source-map.js';
import { type Artefact, makeArtefacts, steps } from '../../scripts/build/steps.js';
import { findDifference, writeArtefacts } from '../../scripts/build/write.js';
import type { OpenApiDocument } from '../../scripts/contract/document.js';
import { isWhole } from '../sample.js';
import { bundle } from '../spec/bundle.js';
import { temporaryFolder } from '../temporary-folder.js';
import { nobody } from './run-build.js';

const project = fileURLToPath(new URL('../../', import.meta.url));

let artefacts: Artefact[];
beforeAll(async () => {
  artefacts = isWhole ? await makeArtefacts(project, steps, nobody) : buildFiles();
});

/** Returns the files of the build that `npm test` starts with. The long run makes them again. */
function buildFiles(): Artefact[] {
  const files = readdirSync(join(project, 'generated'), { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: path.slice(project.length), text: readFileSync(path, 'utf8'), milliseconds: 0 }));
}

function text(path: string): string {
  const foundArtefact = artefacts.find((artefact) => artefact.path === path);
  if (!foundArtefact) throw new Error(`The build makes no ${path}.`);
  return foundArtefact.text;
}

describe('the build', () => {
  // After a change of the build, `npm run build` renews the files in generated/.
  it.runIf(isWhole)('makes the same bytes from the same document', () => {
    for (const { path, text: bytes } of artefacts)
      expect(readFileSync(join(project, path), 'utf8') === bytes, path).toBe(true);
  });

  it('contains no path of the machine on which it ran', () => {
    for (const { path, text: bytes } of artefacts) {
      expect(bytes.includes(project), path).toBe(false);
      expect(bytes.includes(`${tmpdir()}/`), path).toBe(false);
    }
  });

  it('makes JSON and YAML with the same content', () => {
    expect(JSON.parse(text('generated/openapi.json'))).toEqual(bundle);
  });
});

describe('the bundle', () => {
  it('sorts components, whatever their order in the source', () => {
    const reversed = (parts: object): object => Object.fromEntries(Object.entries(parts).reverse());
    const components = Object.fromEntries(
      Object.entries(bundle.components).map(([kind, parts]) => [kind, reversed(parts)]),
    );
    const shuffled = sortBundle({ ...bundle, components } as OpenApiDocument);
    expect(JSON.stringify(shuffled)).toBe(JSON.stringify(bundle));
  });

  it('keeps the names of all components, including responses', () => {
    const source = readdirSync(join(project, 'openapi/components'), { recursive: true, encoding: 'utf8' });
    const files = source.filter((path) => path.endsWith('.yaml')).map((path) => path.split('/'));
    const names = Object.entries(bundle.components).flatMap(([kind, parts]) =>
      Object.keys(parts).map((name) => `${kind}/${name}`),
    );
    expect(names.sort()).toEqual(files.map(([kind, , file]) => `${kind}/${file?.replace('.yaml', '')}`).sort());
  });
});

describe('the source map', () => {
  const map = (): SourceMap => JSON.parse(text('generated/source-map.json')) as SourceMap;
  const line = (pointer: string): string => {
    const place = locate(map(), pointer);
    return `${place.file}: ${readFileSync(join(project, place.file), 'utf8').split('\n')[place.line - 1]?.trim()}`;
  };
  const entry =
    '/paths/~1api~1directory~1private~1v1alpha~1directories~1{directory_id}~1entries~1partners~1{entry_id}~1';
  const file = 'openapi/paths/partner-entries/directories_{directory_id}_entries_partners_{entry_id}.yaml';

  const schemas = 'openapi/components/schemas/partner-entries';

  it.each([
    [`${entry}/patch`, `${file}: patch:`],
    [`${entry}/patch/parameters/1`, `${file}: - $ref: ../../components/parameters/entries/EntryId.yaml`],
    ['/components/schemas/Filter/properties/required', 'openapi/components/schemas/filters/Filter.yaml: required:'],
    ['/components/schemas/PartnerEntry/properties/the service', `${schemas}/PartnerEntry.yaml: the service:`],
    ['/x-unknowns/0/id', 'openapi/unknowns.yaml: - id: operation.purpose'],
  ])('leads from %s to its line', (pointer, expected) => {
    expect(line(pointer)).toBe(expected);
  });

  it('maps an unknown pointer to the line of its nearest parent', () => {
    expect(line('/components/schemas/Filter/properties/required/nowhere')).toContain('required:');
    expect(locate(map(), '/nowhere')).toEqual({ file: 'openapi/openapi.yaml', line: 1, column: 1 });
  });

  it('knows every key of the bundle', () => {
    const knownNames = new Set(Object.keys(map().pointers));
    const missingValues: string[] = [];
    const walk = (node: unknown, pointer: string): void => {
      // The build adds open questions that several operations share. Messages about these questions name the operation.
      const isShared = /^\/paths\/[^/]+\/[a-z]+\/x-unknown(?:\/\d+)?$/.test(pointer);
      if (!knownNames.has(pointer) && !isShared) missingValues.push(pointer);
      if (typeof node !== 'object' || node === null) return;
      for (const [key, value] of Object.entries(node))
        walk(value, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    };
    // Kinds of components are folders, so no line of a file corresponds to them.
    for (const [key, value] of Object.entries(bundle)) if (key !== 'components') walk(value, `/${key}`);
    for (const [kind, parts] of Object.entries(bundle.components)) {
      for (const [name, value] of Object.entries(parts)) walk(value, `/components/${kind}/${name}`);
    }
    expect(missingValues).toEqual([]);
  });
});

describe('the types', () => {
  it('show the standing of each operation and its open questions', () => {
    const types = text('generated/types.ts');
    expect(types).toMatch(/the body is guessed\.\n[^\n]*Open questions: (?:[\w.-]+, )*filter-update\.request[.,]/);
    expect(types.match(/^ +\*? *(Stated|Named|Inferred)(: .+; .+\.| in full \(§4\.1\)\.)$/gm)?.length).toBe(117);
    // The sentence names the guessed parts, so it does not list their questions.
    expect(types).not.toContain('operations.paths');
  });

  it('export each schema with its standing', () => {
    const types = text('generated/types.ts');
    for (const name of Object.keys(bundle.components['schemas'] ?? {}))
      expect(types).toMatch(new RegExp(`\\nexport (?:interface ${name} \\{|type ${name} =)`));
    const standing = /\* Standing: stated \(§2\.2\)(?: except its meaning)?\.\n/;
    const rest = /(?: \* Open questions: [^\n]+\n)? \*\/\nexport interface Filter \{/;
    expect(types).toMatch(new RegExp(standing.source + rest.source));
  });
});

it('the reference page contains every operation, forbids every request, and loads no logo', () => {
  const page = text('generated/docs/reference.html');
  expect(page).toContain(`content="default-src 'none';`);
  expect(page).not.toContain('cdn.redoc.ly');
  expect(page).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="https?:/);
  expect(new Set([...page.matchAll(/operationId\\*":\\*"(\w+)/g)].map(([, id]) => id)).size).toBe(117);
});

describe('writing', () => {
  const folder = temporaryFolder('write');

  const artefact = (path: string, bytes: string): Artefact => ({ path, text: bytes, milliseconds: 0 });

  it('leaves every file unchanged if one cannot be written', () => {
    mkdirSync(join(folder, 'generated'));
    writeFileSync(join(folder, 'generated/openapi.yaml'), 'old');
    writeFileSync(join(folder, 'generated/blocked'), 'a file where a folder is needed');
    const createdArtefacts = [artefact('generated/openapi.yaml', 'new'), artefact('generated/blocked/types.ts', 'new')];
    expect(() => writeArtefacts(folder, createdArtefacts)).toThrow();
    expect(readFileSync(join(folder, 'generated/openapi.yaml'), 'utf8')).toBe('old');
    expect(readdirSync(join(folder, 'generated')).sort()).toEqual(['blocked', 'openapi.yaml']);
  });

  it('rewrites files that differ, leaves identical files alone, and removes files that no step makes', () => {
    const outputs = ['types.ts', 'schemas/A.json', 'schemas/B.json'].map((name) => artefact(`generated/${name}`, name));
    expect(writeArtefacts(folder, outputs)).toEqual(outputs.map(({ path }) => path));
    expect(writeArtefacts(folder, outputs)).toEqual([]);
    writeFileSync(join(folder, 'generated/types.ts'), 'what somebody has changed');
    rmSync(join(folder, 'generated/schemas/A.json'));
    writeFileSync(join(folder, 'generated/schemas/Former.json'), '{}');
    writeFileSync(join(folder, 'generated/other.txt'), 'a file in a folder of several steps');
    const { mtimeMs } = statSync(join(folder, 'generated/schemas/B.json'));
    expect(writeArtefacts(folder, outputs)).toEqual(['generated/types.ts', 'generated/schemas/A.json']);
    for (const { path, text: bytes } of outputs) expect(readFileSync(join(folder, path), 'utf8')).toBe(bytes);
    expect(statSync(join(folder, 'generated/schemas/B.json')).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(join(folder, 'generated/schemas')).sort()).toEqual(['A.json', 'B.json']);
    expect(readFileSync(join(folder, 'generated/other.txt'), 'utf8')).toContain('several');
    rmSync(join(folder, 'generated'), { recursive: true });
    mkdirSync(join(folder, 'generated'));
  });

  it('is compared line by line with the existing files, and reports the first difference', () => {
    writeFileSync(join(folder, 'generated/openapi.yaml'), 'one\ntwo\nthree\n');
    expect(findDifference(folder, [artefact('generated/openapi.yaml', 'one\n2\nthree\n')])).toBe(
      'generated/openapi.yaml:2 does not match openapi/.\n  expected  2\n  found     two',
    );
    expect(findDifference(folder, [artefact('generated/openapi.yaml', 'one\ntwo\nthree\n')])).toBeUndefined();
    expect(findDifference(folder, [artefact('generated/openapi.yaml', 'one\ntwo\n')])).toMatch(
      /^generated\/openapi\.yaml:3 does not match openapi\/\.\n.*\n {2}found {5}three$/,
    );
    expect(findDifference(folder, [artefact('generated/types.ts', '')])).toBe('generated/types.ts is missing.');
    // Files that are not committed are not compared.
    expect(findDifference(folder, [artefact('generated/openapi.json', '{}')])).toBeUndefined();
  });
});
