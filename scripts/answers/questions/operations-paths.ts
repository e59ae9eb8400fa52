import type { Method, OpenApiDocument } from '../../contract/document.js';
import { exampleBodies } from '../../contract/example-walk.js';
import { isObject, type Node } from '../../contract/json.js';
import type { PlacedOperation } from '../../contract/operations.js';
import { formerNames, formOf, parametersIn, withoutSlash } from '../../contract/path-template.js';
import { dereference } from '../../contract/references.js';
import type { Draft } from '../draft.js';
import { dropUnused } from '../examples.js';
import { type GivenParameter, newParameter } from '../given-schema.js';
import { contradiction, mistake, operationsNamed, type Teach } from '../teaching.js';

interface Place {
  method?: Method;
  path: string;
  parameters?: GivenParameter[];
}

/** An operation on its way to another place. */
interface Move {
  placed: PlacedOperation;
  to: { method: Method; path: string };
  parameters: GivenParameter[];
  /** JSON pointers of the operation in the answer, and of its path. */
  at: string;
  pathAt: string;
}

/** Method and path of operations, by operationId. */
export const operationsPaths: Teach<Record<string, string | Place>> = ({ draft, question, value, keepOpen }) => {
  const moves = operationsNamed(draft, value).map(({ placed, value: given, at }) => {
    const { method = placed.method, path, parameters = [] } = typeof given === 'string' ? { path: given } : given;
    const pathAt = typeof given === 'string' ? at : `${at}/path`;
    return { placed, to: { method, path }, parameters, at, pathAt };
  });
  for (const move of moves) refuseWrong(move);
  // Two operations may swap their places.
  for (const { placed } of moves) take(draft, placed);
  for (const move of moves) put(draft, move);
  followLinks(draft.document, moves);
  for (const { id } of moves.map(({ placed }) => placed)) {
    const placed = draft.operation(id) as PlacedOperation;
    draft.settleFacet(placed, 'method', question);
    draft.settleFacet(placed, 'path', question);
  }
  keepOpen();
};

function refuseWrong({ placed, to, parameters, at, pathAt }: Move): void {
  const { stated } = placed.operation['x-provenance'];
  if (stated.includes('method') && to.method !== placed.method)
    throw contradiction(`${at}/method`, placed, placed.method, to.method);
  if (stated.includes('path') && to.path !== placed.path) throw contradiction(pathAt, placed, placed.path, to.path);
  const wrong = to.path
    .slice(1)
    .replace(/\/$/, '')
    .split('/')
    .find((segment) => !/^(?:[^{}/]+|\{[^{}/]+\})$/.test(segment) || /^\.{1,2}$/.test(segment));
  const names = parametersIn(to.path);
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (wrong !== undefined || twice !== undefined)
    throw mistake(
      pathAt,
      'words and parameters in braces between slashes, each parameter once',
      to.path,
      'Write it such as /tiers/{tier_id}/.',
    );
  const strange = parameters.findIndex(({ name }) => !names.includes(name));
  if (strange !== -1)
    throw mistake(
      `${at}/parameters/${strange}`,
      `a parameter of the path ${to.path}`,
      parameters[strange]?.name,
      'Parameters of the query belong to operations.parameters.',
    );
}

function take({ document }: Draft, { path, method }: PlacedOperation): void {
  const item = document.paths[path];
  if (!item) return;
  delete item[method];
  if (Object.keys(item).length === 0) delete document.paths[path];
}

function put(draft: Draft, move: Move): void {
  const { placed, to, pathAt } = move;
  const { id, operation } = placed;
  for (const other of draft.operations) {
    if (alike(other.path) !== alike(to.path)) continue;
    if (other.method === to.method)
      throw mistake(
        pathAt,
        `a place for ${id} that no other operation has`,
        `${to.method} ${to.path}`,
        `It is that of ${other.id}. Correct one of the two, or move ${other.id} as well.`,
      );
    if (withoutSlash(other.path) !== withoutSlash(to.path))
      throw mistake(
        pathAt,
        `the names of parameters that ${other.id} has at the same path, ${other.path}`,
        to.path,
        `Write them so, or move ${other.id} as well.`,
      );
  }
  operation.parameters = [...pathParameters(draft, move), ...othersThanPath(draft, placed)];
  if (operation.parameters.length === 0) delete operation.parameters;
  if (to.method !== placed.method) changeMethod(draft, placed, to.method);
  draft.document.paths[to.path] = { ...draft.document.paths[to.path], [to.method]: operation };
}

/** The path with all parameters alike: two paths of one form match the same addresses. */
function alike(path: string): string {
  return withoutSlash(path).replaceAll(/\{[^{}]+\}/g, '{}');
}

type Parameters = NonNullable<PlacedOperation['operation']['parameters']>;

function othersThanPath(draft: Draft, { operation }: PlacedOperation): Parameters {
  return (operation.parameters ?? []).filter((node) => dereference<Node>(draft.document, node)['in'] !== 'path');
}

/** The parameters of the new path: those that the answer gives, and else those that the contract knows by this name. */
function pathParameters(draft: Draft, { placed, to, parameters, at, pathAt }: Move): Parameters {
  const known = (placed.operation.parameters ?? []) as Parameters;
  const components = Object.entries((draft.document.components['parameters'] ?? {}) as Record<string, Parameters[0]>);
  return parametersIn(to.path).map((name) => {
    const given = parameters.findIndex((each) => each.name === name);
    if (given !== -1) return newParameter(draft, parameters[given] as GivenParameter, `${at}/parameters/${given}`);
    const isIt = (node: Parameters[0]): boolean => {
      const found = dereference<Node>(draft.document, node);
      return found['in'] === 'path' && found['name'] === name;
    };
    const own = known.find(isIt);
    if (own) return own;
    const [component] = components.find(([, node]) => isIt(node)) ?? [];
    if (component !== undefined) return { $ref: `#/components/parameters/${component}` };
    throw mistake(
      pathAt,
      `the schema of the new parameter {${name}}`,
      to.path,
      `Add it: parameters: [{ name: ${name}, schema: { type: string } }].`,
    );
  });
}

/** The body that a GET cannot have, and the questions that only some methods have, fall away. */
function changeMethod(draft: Draft, { operation }: PlacedOperation, method: Method): void {
  if (method === 'get' && operation.requestBody) {
    const before = Object.values(operation.requestBody.content);
    delete operation.requestBody;
    for (const media of before) dropUnused(draft.document, media);
    draft.forget(operation, 'request.body-required');
  }
  if (method !== 'patch') draft.forget(operation, 'updates.partial');
  if (method !== 'delete') draft.forget(operation, 'deletes.cascade');
}

/** Changes the links in all examples that lead to operations which have moved: `href`, `entriesListUrl`. */
function followLinks(document: OpenApiDocument, moves: readonly Move[]): void {
  const links = moves.filter(({ to }) => to.method === 'get').map((move) => linkOf(document, move));
  const followed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(followed);
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, followed(below)]));
    if (typeof value !== 'string' || !value.startsWith('/')) return value;
    for (const link of links) {
      const now = link(value);
      if (now !== undefined) return now;
    }
    return value;
  };
  for (const example of links.length > 0 ? exampleBodies(document).keys() : []) example.value = followed(example.value);
}

/** Returns a function from an address of the old path to one of the new path; undefined for another address. */
function linkOf(document: OpenApiDocument, { placed, to }: Move): (address: string) => string | undefined {
  const names = parametersIn(placed.path);
  const form = formOf(placed.path);
  const former = formerNames(document, placed.path, { ...placed, path: to.path });
  const examples = new Map(
    (placed.operation.parameters ?? []).map((node) => {
      const { name, example } = dereference<Node>(document, node);
      return [String(name), String(example)];
    }),
  );
  return (address) => {
    const found = form.exec(address)?.slice(1);
    if (!found) return undefined;
    return to.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const index = names.indexOf(former.get(name) ?? '');
      return found[index] ?? encodeURIComponent(examples.get(name) ?? '');
    });
  };
}
