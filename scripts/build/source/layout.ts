import { posix } from 'node:path';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { compareText, type Problem } from '../../text/problem.js';
import { eachRef, placeOf, resolveRef, rootFile, type Source, type SourceFile } from './source.js';
import { listSourceFiles } from './source-files.js';

/** What every path of the interface begins with (interface description §9). */
export const versionPrefix = '/api/directory/private/v1alpha/';

const kinds = new Set(['schemas', 'parameters', 'requestBodies', 'responses', 'examples', 'securitySchemes']);

/**
 * Where things stand under `openapi/`: one rule for each place, so that a newcomer finds a file without searching.
 * Spectral cannot judge this, since it sees the bundle, which has no files.
 */
export function checkLayout(source: Source, project: string): Problem[] {
  return [
    ...pathItemFiles(source),
    ...componentFiles(source),
    ...referencedKinds(source),
    ...unreachedFiles(source, project),
  ];
}

/** The name of the file of a path item: the URL behind the version prefix, with underscores for slashes. */
export function pathItemFileName(url: string): string {
  return `${url.slice(versionPrefix.length).replace(/\/$/, '').replaceAll('/', '_')}.yaml`;
}

function* pathItemFiles(source: Source): Iterable<Problem> {
  const root = source.get(rootFile);
  const paths = root?.document.get('paths');
  if (!root || !isMap(paths)) return;
  for (const pair of paths.items) {
    const url = isScalar(pair.key) ? String(pair.key.value) : '';
    if (!url.startsWith('/')) continue;
    const place = placeOf(root, (pair.key as Node).range?.[0] ?? 0);
    const ref = isMap(pair.value) ? pair.value.get('$ref') : undefined;
    if (typeof ref !== 'string') {
      const message = `Expected the path item of ${url} in a file of its own, found it here.`;
      yield {
        ...place,
        rule: 'source/path-item-file',
        message,
        hint: 'Move it to openapi/paths/<group>/ and $ref it.',
      };
      continue;
    }
    const file = resolveRef(rootFile, ref)?.file ?? ref;
    const expected = pathItemFileName(url);
    if (url.startsWith(versionPrefix) && posix.basename(file) !== expected) {
      const message = `Expected the path item of ${url} in a file named ${expected}, found ${posix.basename(file)}.`;
      yield { ...place, rule: 'source/path-item-file', message, hint: 'Rename the file, or correct the URL.' };
    }
    const item = source.get(file);
    if (item) yield* pathItemGroup(item);
  }
}

/** The folder of a path item is the tag of its operations. */
function* pathItemGroup(file: SourceFile): Iterable<Problem> {
  const group = posix.basename(posix.dirname(file.path));
  const contents = file.document.contents;
  if (!isMap(contents)) return;
  for (const pair of contents.items) {
    const tags = isMap(pair.value) ? pair.value.get('tags', true) : undefined;
    if (!isSeq(tags) || String(tags.get(0)) === group) continue;
    const message = `Expected the tag ${group}, the name of the folder, found ${String(tags.get(0))}.`;
    const place = placeOf(file, tags.range?.[0] ?? 0);
    yield { ...place, rule: 'source/path-item-group', message, hint: 'Correct the tag, or move the file.' };
  }
}

function* componentFiles(source: Source): Iterable<Problem> {
  const names = new Map<string, string>();
  for (const path of [...source.keys()].sort(compareText)) {
    const [, folder, kind = '', , file, ...deeper] = path.split('/');
    if (folder !== 'components') continue;
    const place = { file: path, line: 1, column: 1, rule: 'source/component-file' };
    if (!kinds.has(kind) || file === undefined || deeper.length > 0) {
      const message = `Expected openapi/components/<kind>/<group>/<Name>.yaml with a kind of ${[...kinds].join(', ')}.`;
      yield { ...place, message, hint: 'Move the file.' };
      continue;
    }
    const name = file.replace(/\.yaml$/, '');
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
      yield { ...place, message: `Expected a name in PascalCase, found ${name}.`, hint: 'Rename the file.' };
    }
    const key = `${kind}/${name.toLowerCase()}`;
    const other = names.get(key);
    if (other) yield { ...place, message: `The name ${name} is taken by ${other}.`, hint: 'Rename one of the two.' };
    names.set(key, path);
  }
}

/** Keys whose value is one thing of a kind, or a list of such. */
const kindBelow = new Map([
  ...['schema', 'items', 'additionalProperties', 'not', 'allOf', 'anyOf', 'oneOf'].map(
    (key) => [key, 'schemas'] as const,
  ),
  ['parameters', 'parameters'],
  ['requestBody', 'requestBodies'],
]);

/** Keys whose value holds things of a kind, each under its name. */
const kindInside = new Map([...[...kinds, 'paths'].map((kind) => [kind, kind] as const), ['properties', 'schemas']]);

/**
 * Where a schema is expected, a `$ref` leads to a schema. Without this, the file that is named by mistake would be
 * read as what it is not, and the problems reported there.
 */
function* referencedKinds(source: Source): Iterable<Problem> {
  for (const file of source.values()) {
    const problems: Problem[] = [];
    eachRef(file.document, (ref, node, keys) => {
      const target = resolveRef(file.path, ref);
      const [parent, above = ''] = [keys.at(-1), keys.at(-2)];
      // Examples hold data, in which a name means nothing.
      if (target?.pointer !== '' || keys.includes('value')) return;
      // A property may have any name, also that of a key with a meaning.
      const named = above === 'properties' ? undefined : kindBelow.get(parent ?? '');
      const expected = parent === undefined ? kindOf(file.path) : (named ?? kindInside.get(above));
      const found = kindOf(target.file);
      if (expected === undefined || found === expected) return;
      const message = `Expected a file of ${folderOf(expected)} here, found ${target.file}.`;
      const hint = 'Refer to another file.';
      problems.push({ ...placeOf(file, node.range?.[0] ?? 0), rule: 'source/ref-kind', message, hint });
    });
    yield* problems;
  }
}

/** What a file holds, by its place: a kind of component, or `paths` for a path item. */
function kindOf(path: string): string | undefined {
  const [, folder, kind] = path.split('/');
  return folder === 'components' ? kind : folder === 'paths' ? folder : undefined;
}

function folderOf(kind: string): string {
  return kind === 'paths' ? 'openapi/paths/' : `openapi/components/${kind}/`;
}

/** A file that nothing refers to is dead, or somebody forgot to refer to it. */
function* unreachedFiles(source: Source, project: string): Iterable<Problem> {
  for (const path of listSourceFiles(project, '')) {
    if (source.has(path) || !/\.(?:ya?ml|json)$/i.test(path)) continue;
    const message = 'Expected a $ref to this file from somewhere under openapi/, found none.';
    yield { file: path, line: 1, column: 1, rule: 'source/unreached', message, hint: 'Refer to it, or delete it.' };
  }
}
