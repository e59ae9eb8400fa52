import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../contract/json.js';
import type { Effect } from './change.js';
import type { Place } from './place.js';
import type { ReportedChange } from './report-of-redocly.js';
import type { Level } from './version.js';

/**
 * The level of a change. Stated parts follow semver; other parts are our inference, and a minor version may correct
 * them.
 */
export function levelOf(effect: Effect, stated: boolean): Level {
  if (effect === 'documentation') return 'patch';
  return effect === 'breaking' && stated ? 'major' : 'minor';
}

/** Parts of a document that are only documentation. */
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

/** Whether a field of a schema only documents it. */
export function isWord(field: string): boolean {
  return wordFields.has(field) || field.startsWith('x-');
}

/** Fields for which false and absent mean the same. */
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

/** Types whose removal Redocly does not report, because it allows more. */
const restrictions = new Set(['Schema', 'SchemaList', 'SchemaMap', 'DependentRequired', 'AllOf']);

/**
 * The effect of a change that Redocly found. Redocly's rules cover what breaks servers and readers; this function adds
 * what breaks TypeScript consumers.
 *
 * @param isUsed whether an operation of both documents uses the place; otherwise Redocly does not know the direction of
 * the data, and its rules report nothing
 * @returns undefined if nothing has changed
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
  // Readers of responses must handle a new one; `default` and error responses can come at any time.
  if (typeName === 'Response' && /\/responses\/[23][^/]*$/.test(pointer)) return 'breaking';
  if (typeName === 'RequestBody' && isObject(value) && value['required'] === true) return 'breaking';
  return 'additive';
}

function ofRemoval(typeName: string, { end, keyword }: Place, isUsed: boolean): Effect {
  // A server accepts any field; a compiler does not accept one that the type no longer has.
  if (end === 'property' || end === 'properties') return 'breaking';
  // Code could read and send undeclared fields in the form given here.
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
  // Header names are case-insensitive; path parameters are the names of arguments.
  if (property === 'name')
    return facet !== 'path' && isSameText(base?.value, revision?.value) ? 'documentation' : 'breaking';
  if (property === 'additionalProperties' && base?.value === true) return 'breaking';
  if (property === 'readOnly' || property === 'writeOnly') return revision?.value === true ? 'breaking' : 'additive';
  if (typeName === 'Header' && property === 'required' && revision?.value !== true) return 'breaking';
  return end !== undefined && !isUsed ? 'breaking' : 'additive';
}

/**
 * The effect of a changed default of a schema. A caller who leaves the value out has changed nothing, and gets what the
 * new default says, or no longer knows what it gets. A first default promises what nobody could rely on before.
 *
 * @param isOmitted whether callers may send the value, and may leave it out
 */
export function effectOfDefault(before: unknown, isOmitted: boolean): Effect {
  return isOmitted && before !== undefined ? 'breaking' : 'additive';
}

/**
 * The effect of a known value that an open set no longer lists. A server may refuse a value that callers send. In a
 * response, the value still fits the type; only editors stop suggesting it.
 */
export function effectOfLostValue(isSent: boolean): Effect {
  return isSent ? 'breaking' : 'documentation';
}

/** Lists of values are the same in any order. */
function isSame(property: string, before: unknown, after: unknown): boolean {
  if (falseFields.has(property) && (before ?? false) === (after ?? false)) return true;
  return isDeepStrictEqual(unordered(before), unordered(after));
}

/** Sorts a list of plain values; returns everything else unchanged. */
export function unordered(value: unknown): unknown {
  if (!Array.isArray(value) || value.some((item) => typeof item === 'object' && item !== null)) return value;
  return value.map((item) => JSON.stringify(item)).sort();
}

function isSameText(before: unknown, after: unknown): boolean {
  return String(before).toLowerCase() === String(after).toLowerCase();
}

/**
 * The effect of a difference that Redocly does not examine, by the names of the fields on the way to it.
 *
 * @returns `breaking` for anything that no rule knows, so that no difference is missed
 */
export function effectOfUnreported({ owner, rest: steps }: Place): Effect {
  if (owner.startsWith('/components/examples/')) return 'documentation';
  const extension = steps.find((step) => step.startsWith('x-'));
  // Generated code moves values by it.
  if (extension === 'x-reflected-as') return 'additive';
  if (extension !== undefined || steps.some((step) => wordFields.has(step))) return 'documentation';
  // The targets of both references have been compared.
  if (steps.at(-1) === '$ref') return 'documentation';
  return steps.includes('default') ? 'additive' : 'breaking';
}
