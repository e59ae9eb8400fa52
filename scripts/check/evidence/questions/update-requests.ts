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
  const ignored = new IgnoredFields();
  return {
    see(view) {
      if (updates.isUpdate(view)) ignored.see(view, subject.schemas[view.requestSchema ?? '']?.properties ?? {});
      return updates.see(view);
    },
    sentences: () => updates.sentences(),
    claims() {
      const furtherClaim = furtherFields(subject);
      return { shown: furtherClaim, likely: likely(subject, furtherClaim, updates, ignored) };
    },
  };
}

/** Claims fields of recorded updates that the contract does not list and that responses show. */
function furtherFields(subject: QuestionSubject): Claim | undefined {
  const [name = ''] = subject.marks.schemas;
  const documented = subject.schemas[name]?.properties ?? {};
  const before = answeredObject(subject);
  const oldProperties = isObject(before['properties']) ? before['properties'] : {};
  const isKnown = (field: string): boolean =>
    Object.hasOwn(documented, field) || Object.hasOwn(oldProperties, toFieldReference(field));
  const all = subject.tracker.of(name);
  const reflections = all.filter(({ name: field, pointer }) => !isKnown(field) && pointer === `/${field}`);
  if (reflections.length === 0) return undefined;
  const properties = {
    ...oldProperties,
    ...Object.fromEntries(reflections.map((each) => [toFieldReference(each.name), schemaOf(each.values, false)])),
  };
  const bases = reflections.map(({ basis }) => basis);
  return { value: { ...before, properties }, rests: supportOf(bases, 'A response without the value that was sent.') };
}

/** Claims the fields that an update must send, and those that the service ignores. */
function likely(
  subject: QuestionSubject,
  furtherClaim: Claim | undefined,
  updates: Updates,
  ignored: IgnoredFields,
): Claim | undefined {
  const [name = ''] = subject.marks.schemas;
  const schema = subject.schemas[name];
  const without = Object.keys(schema?.properties ?? {}).filter((field) => ignored.has(field));
  const more = updates.furtherRequired();
  if (more.length === 0 && without.length === 0) return undefined;
  const before = furtherClaim && isObject(furtherClaim.value) ? furtherClaim.value : answeredObject(subject);
  const value = { ...before, ...longer(before, 'required', more), ...longer(before, 'without', without) };
  const against = [
    more.length > 0 && `An update without ${listText(more)} that is accepted.`,
    without.length > 0 && `A response that shows what an update sent in ${listText(without)}.`,
  ];
  return { value, rests: supportOf([updates.successes], against.filter(Boolean).join(' ')) };
}

/** Returns a list of an answer with more names; nothing if there are none. */
function longer(before: JsonObject, key: 'required' | 'without', more: readonly string[]): JsonObject {
  return more.length > 0 ? { [key]: mergeLists(textsIn(before[key]), more) } : {};
}

export function partnerEntryUpdateRequired(subject: QuestionSubject): QuestionWatch {
  const updates = new Updates(subject);
  return {
    see: (view) => updates.see(view),
    sentences: () => updates.sentences(),
    claims() {
      const further = updates.furtherRequired();
      const against = `An update without ${listText(further)} that is accepted.`;
      return { likely: extendAnswer(subject, further, [updates.successes], against) };
    },
  };
}
