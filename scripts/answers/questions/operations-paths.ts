import type { Method, OpenApiDocument } from '../../contract/document.js';
import { exampleBodies } from '../../contract/example-walk.js';
import { isObject, type Node } from '../../contract/json.js';
import type { PlacedOperation } from '../../contract/operations.js';
import { formerNames, parameterNames, pathPattern, pathShape, withoutSlash } from '../../contract/path-template.js';
import { dereference } from '../../contract/references.js';
import type { Draft } from '../draft.js';
import { dropUnusedExamples } from '../examples.js';
import { createParameter, type GivenParameter } from '../given-schema.js';
import { contradiction, findOperations, mistake, type Teacher } from '../teaching.js';

interface NewPlace {
  method?: Method;
  path: string;
  parameters?: GivenParameter[];
}

interface Move {
  endpoint: PlacedOperation;
  to: { method: Method; path: string };
  parameters: GivenParameter[];
  /** JSON pointers into the answer: to the operation, and to its path. */
  at: string;
  pathPointer: string;
}

/** Changes to all paths that the answer does not name and the interface description does not state. */
interface CommonMove {
  slash?: false;
  prefix?: string;
}

export const operationsPaths: Teacher<Record<string, string | NewPlace | false>> = (answer) => {
  const { draft, question, value, keepOpen } = answer;
  const { slash, prefix = '', ...places } = value as CommonMove & Record<string, string | NewPlace>;
  const namedMoves = findOperations(answer, places).map(({ endpoint, value: place, at }) => {
    const { method = endpoint.method, path, parameters = [] } = typeof place === 'string' ? { path: place } : place;
    const pathPointer = typeof place === 'string' ? at : `${at}/path`;
    return { endpoint, to: { method, path }, parameters, at, pathPointer };
  });
  const isCommon = slash === false || prefix !== '';
  const otherOperations = draft.operations.filter(
    ({ id, operation }) =>
      isCommon &&
      !namedMoves.some(({ endpoint }) => endpoint.id === id) &&
      !operation['x-provenance'].stated.includes('path'),
  );
  const commonMoves = otherOperations.map((endpoint): Move => {
    const { method, path } = endpoint;
    const to = { method, path: prefix + (slash === false ? withoutSlash(path) : path) };
    const at = `/value/${slash === false ? 'slash' : 'prefix'}`;
    return { endpoint, to, parameters: [], at, pathPointer: at };
  });
  const moves = [...namedMoves, ...commonMoves];
  for (const move of moves) refuseWrongMove(move);
  // Remove all operations first, because two of them may swap paths.
  for (const { endpoint } of moves) removeOperation(draft, endpoint);
  for (const move of moves) addOperation(draft, move);
  updateLinks(draft.document, moves);
  for (const { id } of moves.map(({ endpoint }) => endpoint)) {
    const endpoint = draft.operation(id) as PlacedOperation;
    draft.settleFacet(endpoint, 'method', question);
    draft.settleFacet(endpoint, 'path', question);
  }
  keepOpen();
};

function refuseWrongMove({ endpoint, to, parameters, at, pathPointer }: Move): void {
  const { stated } = endpoint.operation['x-provenance'];
  if (stated.includes('method') && to.method !== endpoint.method)
    throw contradiction(`${at}/method`, endpoint, endpoint.method, to.method);
  if (stated.includes('path') && to.path !== endpoint.path)
    throw contradiction(pathPointer, endpoint, endpoint.path, to.path);
  const badSegment = to.path
    .slice(1)
    .replace(/\/$/, '')
    .split('/')
    .find((segment) => !/^(?:[^{}/]+|\{[^{}/]+\})$/.test(segment) || /^\.{1,2}$/.test(segment));
  const names = parameterNames(to.path);
  const duplicateName = names.find((name, index) => names.indexOf(name) < index);
  if (badSegment !== undefined || duplicateName !== undefined)
    throw mistake(
      pathPointer,
      'a path of words and of parameters in braces, with each parameter once',
      to.path,
      'Write a path such as /tiers/{tier_id}/.',
    );
  const advice = 'Answer operations.parameters for query parameters.';
  for (const [index, { name }] of parameters.entries())
    if (!names.includes(name))
      throw mistake(`${at}/parameters/${index}`, `a parameter of the path ${to.path}`, name, advice);
}

function removeOperation({ document }: Draft, { path, method }: PlacedOperation): void {
  const item = document.paths[path];
  if (!item) return;
  delete item[method];
  if (Object.keys(item).length === 0) delete document.paths[path];
}

function addOperation(draft: Draft, move: Move): void {
  const { endpoint, to, pathPointer } = move;
  const { id, operation } = endpoint;
  for (const otherOperation of draft.operations) {
    if (pathShape(otherOperation.path) !== pathShape(to.path)) continue;
    if (otherOperation.method === to.method)
      throw mistake(
        pathPointer,
        `a method and a path for ${id} that no other operation has`,
        `${to.method} ${to.path}`,
        `${otherOperation.id} already has this method and path. Give one of the two operations another path.`,
      );
    if (withoutSlash(otherOperation.path) !== withoutSlash(to.path))
      throw mistake(
        pathPointer,
        `the names of parameters that ${otherOperation.id} has at the same path, ${otherOperation.path}`,
        to.path,
        `Use these names, or give ${otherOperation.id} another path as well.`,
      );
  }
  const otherParameters = (operation.parameters ?? []).filter(
    (node) => dereference<Node>(draft.document, node)['in'] !== 'path',
  );
  operation.parameters = [...pathParameters(draft, move), ...otherParameters];
  if (operation.parameters.length === 0) delete operation.parameters;
  if (to.method !== endpoint.method) changeMethod(draft, endpoint, to.method);
  draft.document.paths[to.path] = { ...draft.document.paths[to.path], [to.method]: operation };
}

type Parameters = NonNullable<PlacedOperation['operation']['parameters']>;

/** The parameters of the new path: from the answer, or else from the contract, by name. */
function pathParameters(draft: Draft, { endpoint, to, parameters, at, pathPointer }: Move): Parameters {
  const oldParameters = (endpoint.operation.parameters ?? []) as Parameters;
  const components = Object.entries((draft.document.components['parameters'] ?? {}) as Record<string, Parameters[0]>);
  return parameterNames(to.path).map((name) => {
    const index = parameters.findIndex((parameter) => parameter.name === name);
    if (index !== -1) return createParameter(draft, parameters[index] as GivenParameter, `${at}/parameters/${index}`);
    const isSameParameter = (node: Parameters[0]): boolean => {
      const parameter = dereference<Node>(draft.document, node);
      return parameter['in'] === 'path' && parameter['name'] === name;
    };
    const oldParameter = oldParameters.find(isSameParameter);
    if (oldParameter) return oldParameter;
    const [component] = components.find(([, node]) => isSameParameter(node)) ?? [];
    if (component !== undefined) return { $ref: `#/components/parameters/${component}` };
    const advice = `Add it: parameters: [{ name: ${name}, schema: { type: string } }].`;
    throw mistake(pathPointer, `the schema of the new parameter {${name}}`, to.path, advice);
  });
}

/** Removes parts that do not suit the new method: the body of a GET, and questions about PATCH or DELETE. */
function changeMethod(draft: Draft, { operation }: PlacedOperation, method: Method): void {
  if (method === 'get' && operation.requestBody) {
    const mediaTypesBefore = Object.values(operation.requestBody.content);
    delete operation.requestBody;
    for (const media of mediaTypesBefore) dropUnusedExamples(draft.document, media);
    draft.forget(operation, 'request.body-required');
  }
  if (method !== 'patch') draft.forget(operation, 'updates.partial');
  if (method !== 'delete') draft.forget(operation, 'deletes.cascade');
}

/** Changes the links to moved operations in all examples, such as `href` and `entriesListUrl`. */
function updateLinks(document: OpenApiDocument, moves: readonly Move[]): void {
  const linkMovers = moves.filter(({ to }) => to.method === 'get').map((move) => createLinkMover(document, move));
  const updateValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(updateValue);
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, updateValue(child)]));
    if (typeof value !== 'string' || !value.startsWith('/')) return value;
    for (const moveLink of linkMovers) {
      const newAddress = moveLink(value);
      if (newAddress !== undefined) return newAddress;
    }
    return value;
  };
  for (const example of linkMovers.length > 0 ? exampleBodies(document).keys() : [])
    example.value = updateValue(example.value);
}

/** Returns a function that turns an address of the old path into an address of the new path; undefined for others. */
function createLinkMover(document: OpenApiDocument, { endpoint, to }: Move): (address: string) => string | undefined {
  const names = parameterNames(endpoint.path);
  const pattern = pathPattern(endpoint.path);
  const oldNames = formerNames(document, endpoint.path, { ...endpoint, path: to.path });
  const examples = new Map(
    (endpoint.operation.parameters ?? []).map((node) => {
      const { name, example } = dereference<Node>(document, node);
      return [String(name), String(example)];
    }),
  );
  return (address) => {
    const match = pattern.exec(address)?.slice(1);
    if (!match) return undefined;
    return to.path.replace(/\{([^{}]+)\}/g, (_, name: string) => {
      const index = names.indexOf(oldNames.get(name) ?? '');
      return match[index] ?? encodeURIComponent(examples.get(name) ?? '');
    });
  };
}
