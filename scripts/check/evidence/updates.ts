import { isObject } from '../../contract/json.js';
import { parsePointer } from '../../contract/pointer.js';
import { grouped } from '../../text/numbers.js';
import { Tally } from './counts.js';
import { schemasOf } from './marked.js';
import type { JsonObject, Rule } from './rule.js';
import { count, list, tallied, verb, withoutFalse } from './words.js';

/** Which fields a request may send alone, and whether the response then contains the value. */
function fieldsAlone(unknown: string): Rule {
  return {
    unknown,
    watch({ document, marked }) {
      const documented = [
        ...new Set(marked.schemas.flatMap((name) => Object.keys(schemasOf(document)[name]?.properties ?? {}))),
      ];
      const accepted = new Set<string>();
      const refused = new Set<string>();
      const shown = new Set<string>();
      return {
        see(sight) {
          const { operation, case: sent, asked: schema } = sight;
          if (schema === undefined || !marked.schemas.includes(schema) || !/patch|put/.test(operation.method))
            return false;
          const entries = Object.entries(sight.sent ?? {});
          const [field] = entries;
          if (!field || entries.length > 1 || !documented.includes(field[0])) return false;
          const [name, value] = field;
          if (sight.isSuccess) {
            accepted.add(name);
            const at = schemasOf(document)[schema]?.properties?.[name]?.['x-reflected-as'] ?? `/${name}`;
            if (sight.resources.some((object) => isSame(reflected(object, at), value))) shown.add(name);
          } else if (sight.refusesContent && sent.expect === 'success') {
            refused.add(name);
          } else {
            return false;
          }
          return true;
        },
        sentences() {
          const never = documented.filter((name) => refused.has(name) && !accepted.has(name));
          const others = [...accepted].filter((name) => !shown.has(name)).sort();
          const except = others.length > 0 ? `, but not for ${list(others)}` : '';
          return withoutFalse(
            accepted.size > 0 &&
              `An update of one field alone is accepted for ${grouped(accepted.size)} of ` +
                `${count(documented.length, 'field')}: ` +
                `${list([...accepted].sort())}.`,
            never.length > 0 && `Refused when sent alone: ${list(never)}.`,
            shown.size > 0 && `The response contains the sent value for ${grouped(shown.size)} of these${except}.`,
          );
        },
      };
    },
  };
}

function reflected(object: JsonObject, pointer: string): unknown {
  let at: unknown = object;
  for (const key of parsePointer(pointer)) at = isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  return at;
}

/** Compares only plain values: the server may add to an object or an array. */
function isSame(found: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null) return found === sent;
  return typeof found === 'object' && Array.isArray(found) === Array.isArray(sent);
}

const extraFields: Rule = {
  unknown: 'request.extra-fields',
  watch() {
    const statuses = new Tally();
    let accepted = 0;
    return {
      see({ case: { kind }, status, isSuccess, refusesContent }) {
        if (kind !== 'extra-field' || !(isSuccess || refusesContent)) return false;
        statuses.add(status);
        if (isSuccess) accepted += 1;
        return true;
      },
      sentences: () =>
        withoutFalse(
          statuses.total > 0 &&
            `${grouped(accepted)} of ${count(statuses.total, 'request')} with a field that is not in the contract ` +
              `${verb(accepted, 'was', 'were')} accepted; the statuses are ${tallied(statuses.entries())}.`,
        ),
    };
  },
};

export const updateRules: readonly Rule[] = [
  ...['partner-entry-update.required', 'filter-update.request'].map(fieldsAlone),
  extraFields,
];
