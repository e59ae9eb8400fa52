import type { Facet, OpenApiDocument } from '../contract/document.js';
import { sameJson } from '../contract/json.js';
import { visible } from '../text/escape.js';
import { UsageError } from '../text/usage-error.js';
import type { Correction } from './answers.js';
import { Draft, type SchemaPart } from './draft.js';
import { mendExamples } from './mended-examples.js';
import { actionOf, applied, changesBetween, type OverlayAction } from './overlay.js';

/** A contract after a correction, and all actions that lead to it. */
interface Corrected {
  document: OpenApiDocument;
  actions: OverlayAction[];
}

/**
 * Returns the actions of a correction, and those that mark what it changes and mend the examples: a team may correct
 * even what the interface description states, and everybody sees that it did.
 *
 * @throws UsageError for an action whose target is no JSONPath, or names no place
 */
export function corrected(document: OpenApiDocument, correction: Correction): Corrected {
  const { file, actions } = correction;
  const changed = applyWhole(document, correction);
  const draft = new Draft(changed);
  for (const placed of draft.operations) {
    const before = document.paths[placed.path]?.[placed.method];
    if (before && sameJson(before, placed.operation)) continue;
    const provenance = placed.operation['x-provenance'];
    if (provenance) provenance.corrected = file;
    for (const facet of changedFacets(before, placed.operation)) {
      if (!provenance || provenance.stated.includes(facet)) continue;
      delete provenance.inferred[facet];
      provenance.answered = { ...provenance.answered, [facet]: file };
    }
  }
  const schemas = (document.components['schemas'] ?? {}) as Record<string, SchemaPart>;
  for (const [name, schema] of Object.entries(draft.schemas)) {
    if (!sameJson(schemas[name], schema)) schema['x-provenance'] = { ...schema['x-provenance'], corrected: file };
  }
  mendExamples(draft.document);
  const own = changesBetween(changed, draft.document).map((each) => actionOf(each, `follows from ${file}`));
  return { document: draft.document, actions: [...actions, ...own] };
}

function applyWhole(document: OpenApiDocument, { actions, placeOf }: Correction): OpenApiDocument {
  let result = document;
  for (const [index, action] of actions.entries()) {
    const where = `${placeOf(`/actions/${index}/target`)}: action ${index + 1}`;
    const target = visible(JSON.stringify(action.target), 120);
    let isUsed = true;
    try {
      result = applied(result, [action], () => {
        isUsed = false;
      });
    } catch (error) {
      // The error of the library is no SyntaxError of the platform.
      if (!(error instanceof Error) || error.name !== 'SyntaxError') throw error;
      throw new UsageError(`${where}: expected a JSONPath (RFC 9535), found ${target}. ${visible(error.message, 200)}`);
    }
    if (!isUsed)
      throw new UsageError(
        `${where}: the target ${target} names no place in the contract, so nothing would change. Correct it, or ` +
          'remove it.',
      );
  }
  return result;
}

const members: readonly (readonly [facet: Facet, member: 'parameters' | 'requestBody' | 'responses'])[] = [
  ['request', 'parameters'],
  ['request', 'requestBody'],
  ['responses', 'responses'],
];

function changedFacets(before: object | undefined, after: object): Facet[] {
  const [one, other] = [(before ?? {}) as Record<string, unknown>, after as Record<string, unknown>];
  return members.flatMap(([facet, member]) => (sameJson(one[member], other[member]) ? [] : [facet]));
}
