import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.js';
import type { Effect } from './change.js';
import type { Place } from './place.js';
import type { ReportedChange } from './report-of-redocly.js';
import type { Level } from './version.js';

/**
 * The weight of a change. What is stated follows semver; what is not stated is a guess of ours, which better knowledge
 * may correct in a minor version.
 */
export function levelOf(effect: Effect, stated: boolean): Level {
  if (effect === 'documentation') return 'patch';
  return effect === 'breaking' && stated ? 'major' : 'minor';
}

/** Parts of a document that are there to be read. */
const wordsOnly = new Set([
  'Info',
  'Contact',
  'License',
  'Logo',
  'Tag',
  'TagList',
  'TagGroup',
  'TagGroups',
  'ExternalDocs',
  'Example',
  'ExamplesMap',
  'NamedExamples',
]);
const wordFields = new Set([
  'summary',
  'description',
  'title',
  'tags',
  'example',
  'examples',
  'externalDocs',
  'termsOfService',
  '$comment',
  'openapi',
]);

/** Fields that mean the same where they are false and where they are not there. */
const falseFields = new Set([
  'required',
  'deprecated',
  'readOnly',
  'writeOnly',
  'nullable',
  'uniqueItems',
  'allowEmptyValue',
  'allowReserved',
]);

/** What can be taken away without a word from Redocly, because less is forbidden then. */
const restrictions = new Set([
  'Schema',
  'SchemaList',
  'SchemaMap',
  'DependentRequired',
  'AllOf',
  'SecurityRequirement',
  'SecurityRequirementList',
]);

/**
 * The effect of a change that Redocly found. Its rules know what breaks a server or a reader; what is added here is
 * what a TypeScript consumer notices besides.
 *
 * @param isUsed whether any operation that both documents have leads to the place; where none does, Redocly does not
 * know
 *   which way the data goes, and its rules keep silent
 * @returns undefined where nothing is otherwise than before
 */
export function effectOf(change: ReportedChange, place: Place, isUsed: boolean): Effect | undefined {
  const { kind, typeName, property = '', base, revision } = change;
  if (wordsOnly.has(typeName)) return 'documentation';
  if (kind === 'modified' && property !== 'key' && isSame(property, base?.value, revision?.value)) return undefined;
  if (kind === 'modified' && wordFields.has(property)) return 'documentation';
  if (change.verdicts.length > 0) return 'breaking';
  if (kind === 'added') return ofAddition(typeName, revision?.pointer ?? '', revision?.value);
  if (kind === 'removed') return ofRemoval(typeName, place, isUsed);
  return ofModification(change, place, isUsed);
}

function ofAddition(typeName: string, pointer: string, value: unknown): Effect {
  // Whoever reads answers has to expect another one; `default` and refusals can come at any time.
  if (typeName === 'Response' && /\/responses\/[23][^/]*$/.test(pointer)) return 'breaking';
  if (typeName === 'RequestBody' && isObject(value) && value['required'] === true) return 'breaking';
  return 'additive';
}

function ofRemoval(typeName: string, { end, keyword }: Place, isUsed: boolean): Effect {
  // A server takes any field; a compiler does not take one that the type no longer has.
  if (end === 'property' || end === 'properties') return 'breaking';
  // Fields that had no name could be read and sent as this says.
  if (keyword === 'additionalProperties' || !isUsed) return 'breaking';
  return restrictions.has(typeName) ? 'additive' : 'breaking';
}

function ofModification(
  { typeName, property, base, revision }: ReportedChange,
  { end, facet }: Place,
  isUsed: boolean,
): Effect {
  if (property === 'key')
    return typeName === 'Header' && isSameText(base?.value, revision?.value) ? 'documentation' : 'breaking';
  if (property === 'deprecated' || property === 'default') return 'additive';
  // Header names have no case; the parameters of a path are the names of arguments.
  if (property === 'name')
    return facet !== 'path' && isSameText(base?.value, revision?.value) ? 'documentation' : 'breaking';
  if (property === 'additionalProperties' && base?.value === true) return 'breaking';
  if (property === 'readOnly' || property === 'writeOnly') return revision?.value === true ? 'breaking' : 'additive';
  if (typeName === 'Header' && property === 'required' && revision?.value !== true) return 'breaking';
  return end !== undefined && !isUsed ? 'breaking' : 'additive';
}

/** Lists of values say the same in any order. */
function isSame(property: string, before: unknown, after: unknown): boolean {
  if (falseFields.has(property) && (before ?? false) === (after ?? false)) return true;
  return isDeepStrictEqual(unordered(before), unordered(after));
}

/** A list of plain values in an order of ours; whatever else it is, it stays as it is. */
export function unordered(value: unknown): unknown {
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null)) return value;
  return value.map((item) => JSON.stringify(item)).sort();
}

function isSameText(before: unknown, after: unknown): boolean {
  return String(before).toLowerCase() === String(after).toLowerCase();
}

/**
 * The effect of a difference that Redocly does not look at, by the names of the fields that lead there.
 *
 * @returns `breaking` for what no rule knows, so that nothing goes by unseen
 */
export function effectOfUnreported({ owner, rest: steps }: Place): Effect {
  if (owner.startsWith('/components/examples/')) return 'documentation';
  const extension = steps.find((step) => step.startsWith('x-'));
  // Generated code moves values by it.
  if (extension === 'x-reflected-as') return 'additive';
  if (extension !== undefined || steps.some((step) => wordFields.has(step))) return 'documentation';
  // What both refer to has been compared.
  if (steps.at(-1) === '$ref') return 'documentation';
  return steps.includes('default') ? 'additive' : 'breaking';
}
