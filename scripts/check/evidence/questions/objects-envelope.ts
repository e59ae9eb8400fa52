import { isObject, type Json, type JsonObject } from '../../../contract/json.js';
import { fieldsOf } from '../../../contract/schema-fields.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import type { ClaimSupport } from '../../model/proposal.js';
import { type Claims, GroundsMap, joinGrounds } from '../proposals.js';
import type { QuestionSubject, QuestionWatch } from '../rule.js';
import { asAnswer } from '../whole-envelope.js';
import { countText, listText, verb } from '../words.js';

/** Around no resource is an object. */
const bare = '';

/** The places of single resources in successful responses, by operation. */
export function objectsEnvelope(subject: QuestionSubject): QuestionWatch {
  const { marks, answered } = subject;
  const places = new Map<string, GroundsMap<string>>();
  return {
    see(view) {
      const { operation, isSuccess, value, envelope = bare } = view;
      if (!isSuccess || !marks.operations.has(operation.id) || !isObject(value)) return false;
      // Where no field is documented, nobody can tell a resource from an object around one.
      if (envelope === bare && !hasDocumentedField(subject, operation, value)) return false;
      const grounds = places.get(operation.id) ?? new GroundsMap<string>();
      places.set(operation.id, grounds);
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
    claims: () => (answered ? {} : claims(places)),
  };
}

function hasDocumentedField(subject: QuestionSubject, { success }: CheckedOperation, value: JsonObject): boolean {
  const { properties } = fieldsOf(subject, success?.bodies[0]?.schema ?? {});
  return [...properties.keys()].some((name) => Object.hasOwn(value, name));
}

function claims(places: ReadonlyMap<string, GroundsMap<string>>): Claims {
  const forms = [...places].flatMap(([id, grounds]) => {
    const [only, other] = grounds.keys();
    return only !== undefined && other === undefined ? [[id, formOf(only)] as const] : [];
  });
  const { value, except } = asAnswer(new Map(forms));
  if (value === 'bare' && Object.keys(except).length === 0) return {};
  const rests = restsOf(places);
  return { shown: { value: value as Json, ...(Object.keys(except).length > 0 && { except }), rests } };
}

function formOf(pointer: string): 'bare' | { response: string } {
  return pointer === bare ? 'bare' : { response: pointer };
}

function restsOf(places: ReadonlyMap<string, GroundsMap<string>>): ClaimSupport {
  const all = [...places.values()].flatMap((grounds) => [...grounds].filter(([pointer]) => pointer !== bare));
  return joinGrounds(all.map(([, grounds]) => grounds)).rests('A resource that is the body itself.');
}
