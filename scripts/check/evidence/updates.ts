import { valueAt } from '../../contract/pointer.js';
import type { Schema } from '../../contract/schema.js';
import { groupDigits } from '../../text/numbers.js';
import { ClaimGrounds } from './proposals.js';
import type { QuestionSubject, ResponseView, Sentences } from './rule.js';
import { countText, listText } from './words.js';

const limits = { sets: 300, fields: 200 };

/** Compares only plain values: the server may add to an object or an array. */
function isSamePlainValue(actual: unknown, sentValue: unknown): boolean {
  if (typeof sentValue !== 'object' || sentValue === null) return actual === sentValue;
  return typeof actual === 'object' && Array.isArray(actual) === Array.isArray(sentValue);
}

/** Minimum number of fields whose update was refused without the required fields, and accepted with them. */
const minFields = 3;

/** Notes the sets of fields that updates sent, and whether the service accepted them. Its memory use is bounded. */
export class Updates {
  readonly #subject: QuestionSubject;
  readonly #documented: readonly string[];
  readonly #acceptedSets = new Map<string, ReadonlySet<string>>();
  readonly #refusedSets = new Map<string, ReadonlySet<string>>();
  /** Fields that were sent alone, and whose value the response contains. */
  readonly #shownFields = new Set<string>();
  readonly successes = new ClaimGrounds();

  constructor(subject: QuestionSubject) {
    this.#subject = subject;
    const fieldNames = subject.marks.schemas.flatMap((name) => Object.keys(subject.schemas[name]?.properties ?? {}));
    this.#documented = [...new Set(fieldNames)];
  }

  isUpdate({ requestSchema, operation }: ResponseView): boolean {
    return this.#subject.marks.schemas.includes(requestSchema ?? '') && /patch|put/.test(operation.method);
  }

  /** @returns whether the response says something about a field that was sent alone */
  see(view: ResponseView): boolean {
    const names = Object.keys(view.requestBody ?? {}).sort();
    if (!this.isUpdate(view) || names.length === 0 || names.length > limits.fields) return false;
    // A refusal of right values must be about the choice of fields.
    const isRefused = view.refusesContent && (view.case.expect === 'success' || view.case.kind === 'together');
    if (!view.isSuccess && !isRefused) return false;
    const sets = view.isSuccess ? this.#acceptedSets : this.#refusedSets;
    if (sets.size < limits.sets) sets.set(names.join('\n'), new Set(names));
    if (view.isSuccess) this.successes.see(view, '', `${names.length} fields`);
    const [name = ''] = names;
    if (names.length > 1 || !this.#documented.includes(name)) return false;
    if (view.isSuccess && this.#isShown(view, name)) this.#shownFields.add(name);
    return true;
  }

  /** Whether a response has the value of a field, where the contract says. */
  #isShown({ requestSchema = '', requestBody, resources }: ResponseView, name: string): boolean {
    const pointer = this.#subject.schemas[requestSchema]?.properties?.[name]?.['x-reflected-as'] ?? `/${name}`;
    return resources.some((object) => isSamePlainValue(valueAt(object, pointer), requestBody?.[name]));
  }

  sentences(): Sentences {
    const namesIn = (sets: ReadonlyMap<string, unknown>) => this.#documented.filter((name) => sets.has(name));
    const acceptedNames = namesIn(this.#acceptedSets).sort();
    const refusedNames = namesIn(this.#refusedSets).filter((name) => !acceptedNames.includes(name));
    const otherAcceptedNames = acceptedNames.filter((name) => !this.#shownFields.has(name));
    const except = otherAcceptedNames.length > 0 ? `, but not for ${listText(otherAcceptedNames)}` : '';
    return [
      acceptedNames.length > 0 &&
        `An update of one field alone is accepted for ${groupDigits(acceptedNames.length)} of ` +
          `${countText(this.#documented.length, 'field')}: ${listText(acceptedNames)}.`,
      refusedNames.length > 0 && `Refused when sent alone: ${listText(refusedNames)}.`,
      this.#shownFields.size > 0 &&
        `The response has the sent value for ${groupDigits(this.#shownFields.size)} of the accepted fields${except}.`,
    ];
  }

  /**
   * Returns the documented fields that updates must send although the contract does not require them. Every accepted
   * update sent these fields, one sent nothing else, and several other fields were accepted only together with them.
   * For each of these fields, some refused update lacked it but had the rest.
   */
  furtherRequiredFields(): string[] {
    const { required = [] } = this.#subject.schemas[this.#subject.marks.schemas[0] ?? ''] ?? {};
    const acceptedSets = [...this.#acceptedSets.values()];
    const [first, ...otherSets] = acceptedSets;
    const commonNames = [...(first ?? [])].filter((name) => otherSets.every((values) => values.has(name)));
    if (commonNames.length === 0 || !this.#acceptedSets.has(commonNames.join('\n'))) return [];
    const missingIn = (names: ReadonlySet<string>): string[] => commonNames.filter((name) => !names.has(name));
    const incompleteSets = [...this.#refusedSets.values()].filter((values) => missingIn(values).length > 0);
    const otherFields = new Set(incompleteSets.flatMap((set) => [...set]));
    for (const name of commonNames) otherFields.delete(name);
    const decisiveFields = [...otherFields].filter((name) => acceptedSets.some((set) => set.has(name)));
    if (decisiveFields.length < minFields) return [];
    const soleNames = incompleteSets.map(missingIn).flatMap((values) => (values.length === 1 ? values : []));
    const names = commonNames.filter((name) => this.#documented.includes(name) && !required.includes(name));
    return names.filter((name) => soleNames.includes(name));
  }
}

/** Minimum number of requests whose responses lack a sent field, and of other fields whose values responses show. */
const minRequests = 2;

/** A shorter string may be in a response by chance. */
const minTextLength = 6;

interface FieldOutcome {
  shownCount: number;
  /** Number of requests whose response is without the value. */
  lostCount: number;
  /** Whether a response showed a value that is too long to be there by chance. */
  isProven: boolean;
}

/** Finds fields of requests that a service ignores: responses show other fields, and never these. */
export class IgnoredFields {
  readonly #fields = new Map<string, FieldOutcome>();

  /** Reads a creation or an update. @param properties its documented fields, with their places in responses */
  see(
    { isSuccess, documentedPart, requestBody, case: { expect } }: ResponseView,
    properties: Readonly<Record<string, Schema>>,
  ): void {
    const [resource] = documentedPart.items;
    if (!isSuccess || !resource || documentedPart.pointer !== undefined || !requestBody || expect === 'refusal') return;
    const text = normalize(JSON.stringify(resource));
    for (const [name, value] of Object.entries(requestBody)) {
      const pointer = Object.hasOwn(properties, name) ? properties[name]?.['x-reflected-as'] : undefined;
      const isDistinctive = typeof value === 'string' && value.length >= minTextLength;
      if (typeof value === 'object' || (!isDistinctive && pointer === undefined)) continue;
      const isKnown = this.#fields.has(name);
      if (!isKnown && this.#fields.size >= limits.fields) continue;
      const field = this.#fields.get(name) ?? { shownCount: 0, lostCount: 0, isProven: false };
      if (!isKnown) this.#fields.set(Buffer.from(name).toString(), field);
      // A long string may be at another place, and slightly tidied.
      const isAtPlace = valueAt(resource, pointer ?? '') === value;
      const isShown = isDistinctive ? text.includes(normalize(JSON.stringify(value))) : isAtPlace;
      field.isProven ||= isDistinctive && isShown;
      if (isShown) field.shownCount += 1;
      else field.lostCount += 1;
    }
  }

  /** Whether no response shows the values sent in a field, although responses show other fields. */
  has(name: string): boolean {
    const shownFields = [...this.#fields].filter(([field, { isProven }]) => field !== name && isProven);
    const field = this.#fields.get(name);
    return field?.shownCount === 0 && field.lostCount >= minRequests && shownFields.length >= minRequests;
  }
}

/** Removes differences that a service may make when it tidies text. */
function normalize(json: string): string {
  return json.toLowerCase().replaceAll('/"', '"');
}
