import { isObject, type Json } from '../../../contract/json.js';
import { unwrap } from '../../../contract/object-envelope.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { getOrCreate } from '../../../text/group-by.js';
import { ownNamesOf } from '../../judge/read-through.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { type Claims, GroundsMap, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { toAnswer } from '../whole-envelope.js';
import { chooseVerb, countText, listText } from '../words.js';

/** JSON pointer of a resource without an object around it. */
const noEnvelope = '';
const bareForm = 'bare';

/** Collects evidence about the places of single resources in successful responses, by operation. */
export function objectsEnvelope(subject: QuestionSubject): QuestionWatch {
  const { marks, answered } = subject;
  const places = new Map<string, GroundsMap<string>>();
  /** Operations whose resources have documented fields: only these tell a resource from an object around it. */
  const documentedIds = new Set<string>();
  return {
    see(view) {
      const { operation, isSuccess, value, envelope = noEnvelope } = view;
      if (!isSuccess || !marks.operations.has(operation.id) || !isObject(value)) return false;
      if (hasDocumentedField(subject, operation, unwrap(value, envelope))) documentedIds.add(operation.id);
      else if (envelope === noEnvelope) return false;
      const grounds = getOrCreate(places, operation.id, () => new GroundsMap<string>());
      grounds.of(envelope).see(view, envelope, value);
      return true;
    },
    sentences() {
      const ids = [...places].flatMap(([id, grounds]) => (grounds.has(noEnvelope) ? [] : [id])).sort();
      const pointers = [...new Set(ids.flatMap((id) => [...(places.get(id)?.keys() ?? [])]))].sort();
      return [
        ids.length > 0 &&
          `${countText(ids.length, 'operation')} ${chooseVerb(ids.length, 'returns its', 'return their')} ` +
            `resource at ${listText(pointers, 5)}.`,
      ];
    },
    claims: () => (answered ? {} : findClaims(places, documentedIds)),
  };
}

function hasDocumentedField(subject: QuestionSubject, { success }: CheckedOperation, value: unknown): boolean {
  const { properties } = fieldsOf(subject, success?.bodies[0]?.schema ?? {});
  return isObject(value) && ownNamesOf(properties.keys()).some((name) => Object.hasOwn(value, name));
}

function findClaims(places: ReadonlyMap<string, GroundsMap<string>>, documentedIds: ReadonlySet<string>): Claims {
  const forms = [...places].flatMap(([id, grounds]) => {
    const [only, secondPlace] = grounds.keys();
    return only !== undefined && secondPlace === undefined ? [[id, formOf(only)] as const] : [];
  });
  const documentedForms = forms.filter(([id]) => documentedIds.has(id));
  const { value: usualForm } = toAnswer(new Map(documentedForms.length > 0 ? documentedForms : forms));
  const otherForms = forms.filter(([id, form]) => documentedIds.has(id) || !isAroundUsual(form, usualForm));
  const { value, except } = toAnswer(new Map(otherForms), usualForm);
  if (value === bareForm && Object.keys(except).length === 0) return {};
  const parts = [...places.values()].flatMap((place) => [...place].filter(([pointer]) => pointer !== noEnvelope));
  const support = joinGrounds(parts.map(([, grounds]) => grounds)).toSupport('A resource that is the body itself.');
  return { shown: { value: value as Json, ...(Object.keys(except).length > 0 && { except }), support } };
}

/** Whether a place is the usual place, or the place of an object around it, which may have the resource's id. */
function isAroundUsual(form: Form, usualForm: Form): boolean {
  return form !== bareForm && usualForm !== bareForm && `${usualForm.response}/`.startsWith(`${form.response}/`);
}

type Form = typeof bareForm | { response: string };

function formOf(pointer: string): Form {
  return pointer === noEnvelope ? bareForm : { response: pointer };
}
