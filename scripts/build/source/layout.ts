import { posix } from 'node:path';
import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { resolveRef } from '../../contract/files/file-reference.js';
import { referenceOf } from '../../contract/references.js';
import { nodesWithin } from '../../contract/walk.js';
import { compareText, type Problem } from '../../text/problem.js';
import { positionOf, rootFile, type SourceFile, type SourceFiles } from './source.js';
import { listSourceFiles } from './source-files.js';

/** The common prefix of all paths of the interface (interface description §9). */
export const versionPrefix = '/api/directory/private/v1alpha/';

/** The folder for each kind of object that has files of its own. */
const folders: Readonly<Record<string, string>> = {
  schema: 'schemas',
  parameter: 'parameters',
  requestBody: 'requestBodies',
  response: 'responses',
  example: 'examples',
  securityScheme: 'securitySchemes',
  pathItem: 'paths',
};

const kinds = Object.values(folders).filter((kind) => kind !== 'paths');

/** Checks the folders, names and references of the files under `openapi/`. Spectral cannot: it sees only the bundle. */
export function checkLayout(source: SourceFiles, project: string): Problem[] {
  return [
    ...checkPathItems(source),
    ...checkComponents(source),
    ...checkReferences(source),
    ...findUnusedFiles(source, project),
  ];
}

/** The file name of a path item: its URL without the version prefix, with underscores in place of slashes. */
export function pathItemFileName(url: string): string {
  return `${url.slice(versionPrefix.length).replace(/\/$/, '').replaceAll('/', '_')}.yaml`;
}

function* checkPathItems(source: SourceFiles): Iterable<Problem> {
  const root = source.get(rootFile);
  const paths = root?.document.get('paths');
  if (!root || !isMap(paths)) return;
  for (const pair of paths.items) {
    const url = isScalar(pair.key) ? String(pair.key.value) : '';
    if (!url.startsWith('/')) continue;
    const position = positionOf(root, (pair.key as Node).range?.[0] ?? 0);
    const ref = isMap(pair.value) ? pair.value.get('$ref') : undefined;
    if (typeof ref !== 'string') {
      const message = `Expected the path item of ${url} in a separate file, found it in the root file.`;
      yield {
        ...position,
        rule: 'source/path-item-file',
        message,
        hint: 'Move it to openapi/paths/<group>/ and refer to it by $ref.',
      };
      continue;
    }
    const file = resolveRef(rootFile, ref)?.file ?? ref;
    const expectedName = pathItemFileName(url);
    if (url.startsWith(versionPrefix) && posix.basename(file) !== expectedName) {
      const text = posix.basename(file);
      const message = `Expected the path item of ${url} in a file named ${expectedName}, found ${text}.`;
      yield { ...position, rule: 'source/path-item-file', message, hint: 'Rename the file, or correct the URL.' };
    }
    const item = source.get(file);
    if (item) yield* checkTags(item);
  }
}

/** Checks that the folder of a path item has the name of its operations' tag. */
function* checkTags(file: SourceFile): Iterable<Problem> {
  const group = posix.basename(posix.dirname(file.path));
  const contents = file.document.contents;
  if (!isMap(contents)) return;
  for (const pair of contents.items) {
    const tags = isMap(pair.value) ? pair.value.get('tags', true) : undefined;
    if (!isSeq(tags) || String(tags.get(0)) === group) continue;
    const message = `Expected the tag ${group}, the name of the folder, found ${String(tags.get(0))}.`;
    const position = positionOf(file, tags.range?.[0] ?? 0);
    yield { ...position, rule: 'source/path-item-group', message, hint: 'Correct the tag, or move the file.' };
  }
}

function* checkComponents(source: SourceFiles): Iterable<Problem> {
  const names = new Map<string, string>();
  for (const path of [...source.keys()].sort(compareText)) {
    const [, folder, kind = '', , file, ...rest] = path.split('/');
    if (folder !== 'components') continue;
    const position = { file: path, line: 1, column: 1, rule: 'source/component-file' };
    if (!kinds.includes(kind) || file === undefined || rest.length > 0) {
      const message = `Expected openapi/components/<kind>/<group>/<Name>.yaml, where <kind> is ${kinds.join(' or ')}.`;
      yield { ...position, message, hint: 'Move the file.' };
      continue;
    }
    const name = file.replace(/\.yaml$/, '');
    if (!/^[A-Z][A-Za-z0-9]*$/.test(name)) {
      yield { ...position, message: `Expected a name in PascalCase, found ${name}.`, hint: 'Rename the file.' };
    }
    const key = `${kind}/${name.toLowerCase()}`;
    const otherPath = names.get(key);
    if (otherPath)
      yield { ...position, message: `${otherPath} already has the name ${name}.`, hint: 'Rename one of the files.' };
    names.set(key, path);
  }
}

/** Checks that each `$ref` leads to a file of the right kind. Other tools report a wrong `$ref` at its target. */
function* checkReferences(source: SourceFiles): Iterable<Problem> {
  for (const file of source.values()) {
    const rootKind = Object.keys(folders).find((kind) => folders[kind] === kindOf(file.path)) ?? 'document';
    for (const { kind, path, value } of nodesWithin(file.document.toJS(), rootKind, [])) {
      const target = resolveRef(file.path, referenceOf(value) ?? '#/');
      const expected = folders[kind];
      if (target?.pointer !== '' || expected === undefined || kindOf(target.file) === expected) continue;
      const message = `Expected a reference to a file in ${folderOf(expected)}, found ${target.file}.`;
      const refNode = file.document.getIn([...path, '$ref'], true) as Node | undefined;
      const hint = `Refer to a file in ${folderOf(expected)}.`;
      yield { ...positionOf(file, refNode?.range?.[0] ?? 0), rule: 'source/ref-kind', message, hint };
    }
  }
}

/** The kind of object in a file, by its folder: a kind of component such as `schemas`, or `paths` for a path item. */
function kindOf(path: string): string | undefined {
  const [, folder, kind] = path.split('/');
  return folder === 'components' ? kind : folder === 'paths' ? folder : undefined;
}

function folderOf(kind: string): string {
  return kind === 'paths' ? 'openapi/paths/' : `openapi/components/${kind}/`;
}

/** Finds files to which no `$ref` leads: either they are unused, or somebody forgot to refer to them. */
function* findUnusedFiles(source: SourceFiles, project: string): Iterable<Problem> {
  for (const path of listSourceFiles(project, '')) {
    if (source.has(path) || !/\.(?:ya?ml|json)$/i.test(path)) continue;
    const message = 'No $ref under openapi/ leads to this file.';
    yield {
      file: path,
      line: 1,
      column: 1,
      rule: 'source/unreached',
      message,
      hint: 'Refer to this file, or delete it.',
    };
  }
}
