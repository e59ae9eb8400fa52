import { isDeepStrictEqual } from 'node:util';
import { isObject, type Node } from '../contract/json.js';
import { escapeToken, parsePointer, valueAt } from '../contract/pointer.js';
import type { Change } from './change.js';
import { type Judged, named, ofIt, type Pair, weighed } from './pair.js';
import { type Place, placeOf, refersTo } from './place.js';
import { effectOf } from './policy.js';
import type { ReportedChange } from './report-of-redocly.js';
import { code, gainedAndLost } from './sentence.js';

/** Maps that Redocly reports as one change when they are added or removed whole, and the type of their entries. */
const maps: Readonly<Record<string, string>> = {
  SchemaProperties: 'Schema',
  HeadersMap: 'Header',
  MediaTypesMap: 'MediaType',
};

/** Names of shared parts; changes are reported where operations use the part. */
const ofComponents = /^\/components(?:\/[^/]+){0,2}$/;

/** The changes that Redocly found, rated by our policy. */
export function changesReported(pair: Pair, reported: readonly ReportedChange[]): Change[] {
  const isUsed = usedIn(pair);
  return reported
    .filter(isOfStandard)
    .flatMap(single)
    .flatMap((change) => {
      const { base, revision, kind } = change;
      if (isOfOneSide(pair, change) || isVersion(change)) return [];
      const { old, new: now } = pointersOf(change);
      const [document, pointer] = old === undefined ? [pair.new.document, now ?? ''] : [pair.old.document, old];
      const place = placeOf(document, pointer);
      const around = placeOf(document, pointer.slice(0, pointer.lastIndexOf('/')));
      const effect = isRestated(pair, change) ? 'documentation' : effectOf(change, place, isUsed(place.owner));
      if (effect === undefined || isPartOfOpenSet(pair, change)) return [];
      const judged: Judged = {
        effect,
        old,
        new: now,
        rule: ruleOf(change, place),
        say: () => sentenceOf(change, place, around),
        kind: kind === 'modified' ? 'changed' : kind,
        // The name of a path parameter is not sent.
        ...(change.property === 'name' && place.facet === 'path' && { codeOnly: true }),
        ...(base?.value !== undefined && { before: base.value }),
        ...(revision?.value !== undefined && { after: revision.value }),
      };
      return [weighed(pair, judged)];
    });
}

/** Pointers of the places that Redocly has examined, in the aligned documents. */
export function pointersReported(reported: readonly ReportedChange[]): { old: string[]; new: string[] } {
  const all = reported.filter(isOfStandard).map(pointersOf);
  return {
    old: all.flatMap(({ old }) => (old === undefined ? [] : [old])),
    new: all.flatMap(({ new: now }) => (now === undefined ? [] : [now])),
  };
}

/** Redocly reports only some extensions, and no direction of defaults; another module compares all of them. */
function isOfStandard({ typeName, property }: ReportedChange): boolean {
  if (typeName === 'Schema' && property === 'default') return false;
  return typeName !== 'SpecExtension' && !property?.startsWith('x-');
}

/** If a field is missing, Redocly points at the object that would contain it. */
function pointersOf({ kind, property = '', base, revision }: ReportedChange): {
  old: string | undefined;
  new: string | undefined;
} {
  const isField = kind === 'modified' && property !== 'key';
  const [old, now] = [base, revision].map(
    (place) =>
      place && (isField && place.value === undefined ? `${place.pointer}/${escapeToken(property)}` : place.pointer),
  );
  return { old, new: now };
}

/** Splits a change of a whole map into one change per entry. */
function single(change: ReportedChange): ReportedChange[] {
  const typeName = maps[change.typeName];
  const side = change.kind === 'added' ? 'revision' : 'base';
  const place = change[side];
  if (typeName === undefined || change.kind === 'modified' || !place || !isObject(place.value)) return [change];
  const { pointer, value } = place;
  const entries = Object.entries(value).map(([key, each]) => ({
    pointer: `${pointer}/${escapeToken(key)}`,
    value: each,
  }));
  return entries.length > 0 ? entries.map((entry) => ({ ...change, typeName, [side]: entry })) : [change];
}

/** Whether only one document has the component: that is one change, not several against a similar component. */
function isOfOneSide({ old, new: now }: Pair, { base, revision, kind }: ReportedChange): boolean {
  const isOne = (place: { pointer: string } | undefined, other: Node): boolean => {
    if (!place?.pointer.startsWith('/components/schemas/')) return false;
    return valueAt(other, place.pointer.split('/').slice(0, 4).join('/')) === undefined;
  };
  const isSchemaName =
    /^\/components(?:\/schemas(?:\/[^/]+)?)?$/.test(base?.pointer ?? revision?.pointer ?? '') && kind !== 'modified';
  return isSchemaName || isOne(base, now.document) || isOne(revision, old.document);
}

/** Whether a parameter or header only states the style that it has by default. */
function isRestated({ old, new: now }: Pair, { base, revision, property = '' }: ReportedChange): boolean {
  if (property !== 'style' && property !== 'explode') return false;
  const [before, after] = [[old, base] as const, [now, revision] as const].map(([{ document }, place]) => {
    const pointer = place?.pointer ?? '';
    return valueAt(document, place?.value === undefined ? pointer : pointer.slice(0, pointer.lastIndexOf('/')));
  });
  return isSameSerialization(before, after);
}

function isVersion({ base }: ReportedChange): boolean {
  return base?.pointer === '/info/version';
}

/** The values of an open set are its examples as well, and are reported as an open set. */
function isPartOfOpenSet({ old, new: now }: Pair, { property, base, revision }: ReportedChange): boolean {
  if (property !== 'examples') return false;
  const [before, after] = [[old, base] as const, [now, revision] as const].map(([{ document }, place]) =>
    valueAt(document, `${(place?.pointer ?? '').replace(/\/examples$/, '')}/x-known-values`),
  );
  return !isDeepStrictEqual(before, after);
}

function ruleOf({ verdicts: [verdict], typeName, kind }: ReportedChange, { end }: Place): string {
  const name = end === 'property' ? 'Property' : typeName;
  const words = name.replace(/[A-Z]/g, (letter, index: number) => `${index === 0 ? '' : '-'}${letter.toLowerCase()}`);
  return verdict?.ruleId ?? `${words}-${kind === 'modified' ? 'changed' : kind}`;
}

/** Whether both documents use a component from outside the components; any other owner counts as used. */
function usedIn({ old, new: now }: Pair): (owner: string) => boolean {
  const known = new Map<string, boolean>();
  const isUsedBy = (document: Node, owner: string): boolean => {
    const { components: _components, ...offered } = document;
    return refersTo(document, offered, owner);
  };
  return (owner) => {
    if (!owner.startsWith('/components/')) return true;
    const found = known.get(owner) ?? [old, now].every(({ document }) => isUsedBy(document, owner));
    known.set(owner, found);
    return found;
  };
}

/** @param around the place of the object that contains the change */
function sentenceOf(change: ReportedChange, place: Place, around: Place): string {
  const { kind, typeName, property = '', base, revision } = change;
  const [before, after] = [base?.value, revision?.value];
  if (kind !== 'modified') return comingOrGoing(change, place, around);
  if (property === 'key') {
    const became = `${code(before)} became ${code(after)}`;
    return typeName === 'Response'
      ? `The response ${became}.`
      : `${place.end === 'property' ? 'The field ' : ''}${became}${inPart(place)}.`;
  }
  const owner = ofIt(around);
  if (Array.isArray(before ?? []) && Array.isArray(after ?? []))
    return listChange(`${code(property)}${owner}`, before, after);
  const state = before === undefined ? 'is new' : after === undefined ? 'was removed' : 'has changed';
  if (['description', 'summary', 'title', 'example'].includes(property)) return `The ${property}${owner} ${state}.`;
  if (before === undefined) return `${code(property)}${owner} is now ${code(after)}; it was not set.`;
  if (after === undefined) return `${code(property)}${owner} is no longer set; it was ${code(before)}.`;
  return `${code(property)}${owner} is now ${code(after)}; it was ${code(before)}.`;
}

function comingOrGoing({ kind, typeName, base, revision }: ReportedChange, place: Place, around: Place): string {
  const state = kind === 'added' ? 'is new' : 'was removed';
  const { pointer = '', value } = revision ?? base ?? {};
  const node = isObject(value) ? value : {};
  const last = code(typeof node['name'] === 'string' ? node['name'] : (parsePointer(pointer).at(-1) ?? ''));
  if (place.end === 'property') return `The field ${code(place.field)} ${state}${inPart(place)}.`;
  if (ofComponents.test(pointer)) return `The shared ${last} ${state}.`;
  if (typeName === 'Parameter')
    return `The ${place.part} ${state}${kind === 'added' && node['required'] === true ? ' and required' : ''}.`;
  if (typeName === 'Response' || typeName === 'Header' || typeName === 'RequestBody')
    return `${capital(named(place))} ${state}.`;
  if (typeName === 'MediaType') return `The media type ${last}${inPart(place)} ${state}.`;
  if (typeName === 'Tag') return `The tag ${last} ${state}.`;
  const owner = ofIt(around);
  const isItem = place.end !== undefined && /\/\d+$/.test(pointer);
  return isItem ? `A part of ${code(place.keyword)}${owner} ${state}.` : `${last}${owner} ${state}.`;
}

function listChange(subject: string, before: unknown, after: unknown): string {
  const [old, now] = [before, after].map((value): unknown[] => (Array.isArray(value) ? value : []));
  const gained = (now ?? []).filter((item) => !old?.includes(item));
  const lost = (old ?? []).filter((item) => !now?.includes(item));
  return `${subject} ${gainedAndLost(gained, lost) || 'has changed'}.`;
}

function inPart({ part }: Place): string {
  return part === '' ? '' : ` in ${part}`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Whether two parameters or headers are written the same way in a request, though one of them states a default. */
function isSameSerialization(old: unknown, now: unknown): boolean {
  return isObject(old) && isObject(now) && serializationOf(old) === serializationOf(now);
}

/** Style, form of lists and reserved characters, with the defaults of OpenAPI 3.1 §4.8.12.2. */
function serializationOf({ in: place, style, explode, allowReserved, allowEmptyValue }: Node): string {
  const applied = style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
  return JSON.stringify([applied, explode ?? applied === 'form', allowReserved ?? false, allowEmptyValue ?? false]);
}
