import { toFieldReference } from '../../../contract/field-reference.js';
import { isObject, type JsonObject } from '../../../contract/json.js';
import { textsIn } from '../../../contract/operations.js';
import { answeredObject, type Claim, extendAnswer, mergeLists, supportOf } from '../proposals.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { IgnoredFields, Updates } from '../updates.js';
import { schemaOf } from '../value-stats.js';
import { listText } from '../words.js';

export function filterUpdateRequest(subject: QuestionSubject): QuestionWatch {
  const updates = new Updates(subject);
  const ignoredFields = new IgnoredFields();
  return {
    see(view) {
      if (updates.isUpdate(view)) ignoredFields.see(view, subject.schemas[view.requestSchema ?? '']?.properties ?? {});
      return updates.see(view);
    },
    sentences: () => updates.sentences(),
    claims() {
      const furtherClaim = furtherFields(subject);
      return { shown: furtherClaim, likely: likelyClaim(subject, furtherClaim, updates, ignoredFields) };
    },
  };
}

/** Returns a claim about fields of recorded updates that responses show and the contract does not list. */
function furtherFields(subject: QuestionSubject): Claim | undefined {
  const [name = ''] = subject.marks.schemas;
  const documentedFields = subject.schemas[name]?.properties ?? {};
  const before = answeredObject(subject);
  const oldProperties = isObject(before['properties']) ? before['properties'] : {};
  const isKnown = (field: string): boolean =>
    Object.hasOwn(documentedFields, field) || Object.hasOwn(oldProperties, toFieldReference(field));
  const allReflections = subject.tracker.of(name);
  const reflections = allReflections.filter(({ name: field, pointer }) => !isKnown(field) && pointer === `/${field}`);
  if (reflections.length === 0) return undefined;
  const properties = {
    ...oldProperties,
    ...Object.fromEntries(reflections.map((each) => [toFieldReference(each.name), schemaOf(each.values, false)])),
  };
  const bases = reflections.map(({ basis }) => basis);
  return { value: { ...before, properties }, support: supportOf(bases, 'A response without the sent value.') };
}

/** Returns a claim about fields that an update must send, and fields that the service ignores. */
function likelyClaim(
  subject: QuestionSubject,
  furtherClaim: Claim | undefined,
  updates: Updates,
  ignoredFields: IgnoredFields,
): Claim | undefined {
  const [name = ''] = subject.marks.schemas;
  const schema = subject.schemas[name];
  const ignoredNames = Object.keys(schema?.properties ?? {}).filter((field) => ignoredFields.has(field));
  const requiredNames = updates.furtherRequiredFields();
  if (requiredNames.length === 0 && ignoredNames.length === 0) return undefined;
  const before = furtherClaim && isObject(furtherClaim.value) ? furtherClaim.value : answeredObject(subject);
  const extend = (key: 'required' | 'without', additions: readonly string[]): JsonObject =>
    additions.length > 0 ? { [key]: mergeLists(textsIn(before[key]), additions) } : {};
  const value = { ...before, ...extend('required', requiredNames), ...extend('without', ignoredNames) };
  const counterexamples = [
    requiredNames.length > 0 && `An update without ${listText(requiredNames)} that is accepted.`,
    ignoredNames.length > 0 && `A response that shows what an update sent in ${listText(ignoredNames)}.`,
  ];
  return { value, support: supportOf([updates.successes], counterexamples.filter(Boolean).join(' ')) };
}

export function partnerEntryUpdateRequired(subject: QuestionSubject): QuestionWatch {
  const updates = new Updates(subject);
  return {
    see: (view) => updates.see(view),
    sentences: () => updates.sentences(),
    claims() {
      const furtherNames = updates.furtherRequiredFields();
      const counterexample = `An update without ${listText(furtherNames)} that is accepted.`;
      return { likely: extendAnswer(subject, furtherNames, [updates.successes], counterexample) };
    },
  };
}
