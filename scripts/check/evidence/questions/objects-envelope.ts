import { isObject, type Json } from '../../../contract/json.js';
import { unwrap } from '../../../contract/object-envelope.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import { getOrCreate } from '../../../text/group-by.js';
import { ownNamesOf } from '../../judge/read-through.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { ClaimSupport } from '../../model/proposal.js';
import { type Claims, GroundsMap, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { asAnswer } from '../whole-envelope.js';
import { countText, listText, verb } from '../words.js';

/** Around no resource is an object. */
const bare = '';
const bareForm = 'bare';

/** The places of single resources in successful responses, by operation. */
export function objectsEnvelope(subject: QuestionSubject): QuestionWatch {
  const { marks, answered } = subject;
  const places = new Map<string, GroundsMap<string>>();
  /** Operations whose resources have documented fields. Others do not tell a resource from an object around one. */
  const documented = new Set<string>();
  return {
    see(view) {
      const { operation, isSuccess, value, envelope = bare } = view;
      if (!isSuccess || !marks.operations.has(operation.id) || !isObject(value)) return false;
      if (hasDocumentedField(subject, operation, unwrap(value, envelope))) documented.add(operation.id);
      else if (envelope === bare) return false;
      const grounds = getOrCreate(places, operation.id, () => new GroundsMap<string>());
      grounds.of(envelope).see(view, envelope, value);
      return true;
    },
    sentences() {
      const ids = [...places].flatMap(([id, grounds]) => (grounds.has(bare) ? [] : [id])).sort();
      const all = [...new Set(ids.flatMap((id) => [...(places.get(id)?.keys() ?? [])]))].sort();
      return [
        ids.length > 0 &&
          `${countText(ids.length, 'operation')} ${verb(ids.length, 'returns its', 'return their')} resource at ` +
            `${listText(all, 5)}.`,
      ];
    },
    claims: () => (answered ? {} : claims(places, documented)),
  };
}

function hasDocumentedField(subject: QuestionSubject, { success }: CheckedOperation, value: unknown): boolean {
  const { properties } = fieldsOf(subject, success?.bodies[0]?.schema ?? {});
  return isObject(value) && ownNamesOf(properties.keys()).some((name) => Object.hasOwn(value, name));
}

function claims(places: ReadonlyMap<string, GroundsMap<string>>, documented: ReadonlySet<string>): Claims {
  const forms = [...places].flatMap(([id, grounds]) => {
    const [only, other] = grounds.keys();
    return only !== undefined && other === undefined ? [[id, formOf(only)] as const] : [];
  });
  const known = forms.filter(([id]) => documented.has(id));
  const { value: usual } = asAnswer(new Map(known.length > 0 ? known : forms));
  const others = forms.filter(([id, form]) => documented.has(id) || !isAround(form, usual));
  const { value, except } = asAnswer(new Map(others), usual);
  if (value === bareForm && Object.keys(except).length === 0) return {};
  const rests = restsOf(places);
  return { shown: { value: value as Json, ...(Object.keys(except).length > 0 && { except }), rests } };
}

/** Whether a place is the usual one, or that of an object around it, which may have the id of the resource. */
function isAround(form: Form, usual: Form): boolean {
  return form !== bareForm && usual !== bareForm && `${usual.response}/`.startsWith(`${form.response}/`);
}

type Form = typeof bareForm | { response: string };

function formOf(pointer: string): Form {
  return pointer === bare ? bareForm : { response: pointer };
}

function restsOf(places: ReadonlyMap<string, GroundsMap<string>>): ClaimSupport {
  const all = [...places.values()].flatMap((grounds) => [...grounds].filter(([pointer]) => pointer !== bare));
  return joinGrounds(all.map(([, grounds]) => grounds)).rests('A resource that is the body itself.');
}
