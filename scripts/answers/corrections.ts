import { fits } from '../check/values/fits.js';
import type { Facet, OpenApiDocument } from '../contract/document.js';
import { exampleBodies } from '../contract/example-walk.js';
import { isSameJson, type Json } from '../contract/json.js';
import { eachOperation, successContent, successesOf } from '../contract/operations.js';
import { toPointer, valueAt } from '../contract/pointer.js';
import { createSchemaResolver, targetOf } from '../contract/references.js';
import { nodesOf } from '../contract/walk.js';
import { runBounded } from '../system/time-limit.js';
import { sanitize } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import type { Correction } from './answers.js';
import { Draft, type SchemaPart } from './draft.js';
import { findInvalidPart } from './given-schema.js';
import { moveInlineObjects } from './inline-objects.js';
import { mendExamples } from './mend-examples.js';
import { actionOf, applyOverlay, changesBetween, type OverlayAction } from './overlay.js';

/**
 * Applies a correction. The result has its actions, and further ones that mark changed parts and mend examples. A
 * correction may contradict the interface description, because the marks show this to every reader.
 *
 * @throws UsageError for an action whose target is invalid or matches nothing, or that breaks the document
 */
export function applyCorrection(
  document: OpenApiDocument,
  correction: Correction,
): { document: OpenApiDocument; actions: OverlayAction[] } {
  const { file, actions } = correction;
  const result = applyActions(document, correction);
  const draft = new Draft(result);
  for (const endpoint of draft.operations) {
    const operationBefore = document.paths[endpoint.path]?.[endpoint.method];
    if (operationBefore && isSameJson(operationBefore, endpoint.operation)) continue;
    const provenance = endpoint.operation['x-provenance'];
    if (provenance) provenance.corrected = file;
    for (const facet of findChangedFacets(operationBefore, endpoint.operation)) {
      if (!provenance || provenance.stated.includes(facet)) continue;
      delete provenance.inferred[facet];
      provenance.answered = { ...provenance.answered, [facet]: file };
    }
  }
  const schemas = (document.components['schemas'] ?? {}) as Record<string, SchemaPart>;
  for (const [name, schema] of Object.entries(draft.schemas)) {
    if (!isSameJson(schemas[name], schema)) schema['x-provenance'] = { ...schema['x-provenance'], corrected: file };
  }
  moveInlineObjects(draft, (component) => Object.assign(component, { 'x-provenance': { corrected: file } }));
  mendExamples(draft.document);
  const followUpActions = changesBetween(result, draft.document).map((each) => actionOf(each, `follows from ${file}`));
  return { document: draft.document, actions: [...actions, ...followUpActions] };
}

function applyActions(document: OpenApiDocument, correction: Correction): OpenApiDocument {
  const results: OpenApiDocument[] = [];
  for (const index of correction.actions.keys())
    results.push(applyAction(results.at(-1) ?? document, correction, index));
  const result = results.at(-1) ?? document;
  const problem = findProblem(result);
  if (problem === undefined) return result;
  // Later actions may mend a part that an earlier action breaks, so only the final document counts.
  const index = results.findIndex((document) => findProblem(document) === problem);
  throw new UsageError(
    `${placeOf(correction, index)}: after this action, ${sanitize(problem, 300)}. Correct the action, or repair ` +
      'the contract in a later action.',
  );
}

function placeOf(correction: Correction, index: number): string {
  return `${correction.placeOf(`/actions/${index}/target`)}: action ${index + 1}`;
}

/** Time limit for one action in milliseconds, because a target may search with a slow pattern. */
const timeLimit = 2000;

function applyAction(document: OpenApiDocument, correction: Correction, index: number): OpenApiDocument {
  const action = correction.actions[index] as OverlayAction;
  const position = placeOf(correction, index);
  const target = sanitize(JSON.stringify(action.target), 120);
  let isUsed = true;
  let result: OpenApiDocument;
  try {
    const run = runBounded(
      () =>
        applyOverlay(document, [action], () => {
          isUsed = false;
        }),
      { milliseconds: timeLimit },
    );
    if (run.stoppedBy !== undefined)
      throw new UsageError(
        `${position}: finding the target ${target} takes more than ${timeLimit / 1000} s. Use a path without ` +
          'a search, such as $.components.schemas.Tier.',
      );
    result = run.value;
  } catch (error) {
    // Check the name: the library throws its own SyntaxError class.
    if (!(error instanceof Error) || error.name !== 'SyntaxError') throw error;
    throw new UsageError(
      `${position}: expected a JSONPath (RFC 9535) such as $.components.schemas.Tier, found ${target}. ` +
        sanitize(error.message, 200),
    );
  }
  if (!isUsed)
    throw new UsageError(
      `${position}: the target ${target} matches nothing in the contract, so the action would change ` +
        'nothing. Correct the target, or remove the action.',
    );
  return result;
}

const members: readonly (readonly [facet: Facet, member: 'parameters' | 'requestBody' | 'responses'])[] = [
  ['request', 'parameters'],
  ['request', 'requestBody'],
  ['responses', 'responses'],
];

function findChangedFacets(before: object | undefined, after: object): Facet[] {
  const [one, other] = [(before ?? {}) as Record<string, unknown>, after as Record<string, unknown>];
  return members.flatMap(([facet, member]) => (isSameJson(one[member], other[member]) ? [] : [facet]));
}

/** Describes the first part of a document that overlays have broken; undefined if no part is broken. */
function findProblem(document: OpenApiDocument): string | undefined {
  return (
    findBrokenReference(document) ??
    findWrongSchema(document) ??
    findWrongStatus(document) ??
    findWrongExample(document)
  );
}

function findBrokenReference(document: OpenApiDocument): string | undefined {
  for (const { value, path } of nodesOf(document)) {
    const target = targetOf(value);
    if (target !== undefined && valueAt(document, target) === undefined)
      return `the $ref at ${toPointer(path)} leads to ${target}, which does not exist`;
  }
  return undefined;
}

function findWrongSchema(document: OpenApiDocument): string | undefined {
  for (const { value, path } of nodesOf(document, 'schema')) {
    const invalidPart = findInvalidPart(value);
    if (invalidPart) {
      const actual = JSON.stringify(valueAt(value, invalidPart.pointer));
      return `${actual} at ${toPointer(path)}${invalidPart.pointer} ${invalidPart.message}, according to JSON Schema`;
    }
  }
  return undefined;
}

function findWrongStatus(document: OpenApiDocument): string | undefined {
  for (const { id, operation } of eachOperation(document)) {
    const successes = successesOf(document, operation);
    if (successes.length === 0) return `${id} has no success status, but needs at least one`;
    const content = successContent(document, operation);
    const differentSuccess = successes.find(
      ([, response]) => response.content && !isSameJson(response.content, content),
    );
    if (differentSuccess)
      return (
        `the success responses of ${id} have different bodies, but need the same one; status ` +
        `${differentSuccess[0]} differs`
      );
  }
  return undefined;
}

/** Describes the first example that cannot be mended; undefined if all can be mended. */
function findWrongExample(originalDocument: OpenApiDocument): string | undefined {
  const document = structuredClone(originalDocument);
  mendExamples(document);
  const context = { resolve: createSchemaResolver(document), references: () => [], salt: '' };
  for (const [{ summary, value }, schema] of exampleBodies(document))
    if (schema && !fits(schema, value as Json, context))
      return `the example "${summary}" does not fit its schema, and no example that fits can be generated`;
  return undefined;
}
