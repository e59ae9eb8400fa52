import { isObject } from '../../contract/json.js';
import { schemaResolver } from '../../contract/references.js';
import { canBe } from '../../contract/schema-fields.js';
import { schemasBehind } from '../../contract/schema-walk.js';
import { grouped } from '../../text/numbers.js';
import { Fields } from './counts.js';
import { schemasOf } from './marked.js';
import type { PropertyPresence, SchemaPresence } from './presence.js';
import type { Rule, Subject } from './rule.js';
import { count, each, list, resourceName, said, tallied, verb, word } from './words.js';

/** What was seen of some schemas, the first of them first. */
export function seenOf({ presence }: Subject, names: readonly string[]): SchemaPresence[] {
  const known = new Map(presence.schemas().map((schema) => [schema.name, schema]));
  return names.flatMap((name) => known.get(name) ?? []);
}

const required: Rule = {
  unknown: 'partner-entry.required',
  watch(subject) {
    const seen = (): SchemaPresence[] => seenOf(subject, subject.marked.schemas);
    return {
      answers: () => sum(seen().map(({ answers }) => answers)),
      sentences: () =>
        seen().flatMap(({ name, count: objects, properties }) => {
          const always = properties.filter(({ present }) => present === objects).map((property) => property.name);
          const sometimes = properties.filter(({ present }) => present > 0 && present < objects);
          const never = properties.filter(({ present }) => present === 0).map((property) => property.name);
          return said(
            always.length > 0 &&
              `${each(objects, resourceName(name))} read ${verb(objects, 'has', 'have')} ${list(always)} ` +
                `(${always.length} of ${count(properties.length, 'field')}).`,
            sometimes.length > 0 &&
              `Left out by some of the ${grouped(objects)}: ${sometimes.map(thereIn).join(', ')}.`,
            never.length > 0 && `In none of the ${grouped(objects)}: ${list(never)}.`,
          );
        }),
    };
  },
};

function thereIn({ name, present }: PropertyPresence): string {
  return `${word(name)} (there in ${grouped(present)})`;
}

const nullability: Rule = {
  unknown: 'partner-entry.nullability',
  watch(subject) {
    const { document, marked } = subject;
    const schemas = schemasOf(document);
    const contract = { resolve: schemaResolver(document) };
    return {
      answers: () => sum(seenOf(subject, marked.schemas).map(({ answers }) => answers)),
      sentences: () =>
        marked.schemas.flatMap((root) => {
          const [whole] = seenOf(subject, [root]);
          if (!whole) return [];
          const seen = seenOf(subject, [...schemasBehind(document, schemas[root], new Set([root]))]);
          const nulls = seen.flatMap(({ name, count: objects, properties }) =>
            properties
              .filter((property) => property.nulls > 0)
              .map((property) => ({
                told:
                  `${word(name === root ? property.name : `${name}.${property.name}`)} ` +
                  `(${grouped(property.nulls)} of ${grouped(objects)})`,
                isAllowed: canBe(contract, schemas[name]?.properties?.[property.name] ?? {}, 'null'),
              })),
          );
          const told = (isAllowed: boolean): string =>
            nulls
              .filter((each) => each.isAllowed === isAllowed)
              .map((each) => each.told)
              .join(', ');
          return said(
            told(false) && `Null, though the contract does not allow it: ${told(false)}.`,
            told(true) && `Null, as the contract allows: ${told(true)}.`,
            `No ${nulls.length > 0 ? 'other ' : ''}documented field was null in ${count(whole.count, resourceName(root))}.`,
          );
        }),
    };
  },
};

const theService: Rule = {
  unknown: 'the-service.name',
  watch(subject) {
    const { document, marked } = subject;
    const schemas = schemasOf(document);
    const urls = new Fields();
    const isMarked = (schema: string | undefined): boolean =>
      marked.properties.some((place) => place.schema === schema);
    return {
      see({ shown, resources }) {
        if (!isMarked(shown)) return false;
        const documented = schemas[shown ?? '']?.properties ?? {};
        for (const object of resources) {
          const others = Object.entries(object).filter(([name]) => !Object.hasOwn(documented, name));
          urls.see(
            Object.fromEntries(others.filter(([, value]) => typeof value === 'string' && /^https?:\/\//.test(value))),
          );
        }
        return resources.length > 0;
      },
      sentences: () =>
        said(
          ...marked.properties.flatMap(({ schema, property }) =>
            seenOf(subject, [schema]).map(({ count: objects, properties }) => {
              const present = properties.find(({ name }) => name === property)?.present ?? 0;
              const having = present > 0 ? grouped(present) : 'None';
              const has = verb(Math.max(present, 1), 'has', 'have');
              return `${having} of ${count(objects, resourceName(schema))} ${has} the field ${word(property)}.`;
            }),
          ),
          ...namedUrls(urls),
        ),
    };
  },
};

function namedUrls(urls: Fields): string[] {
  const found = [...urls.always(), ...urls.sometimes().map(([name]) => name)];
  return found.length > 0 ? [`A URL stands under names that the contract does not list: ${list(found)}.`] : [];
}

const optionShape: Rule = {
  unknown: 'filter.option-shape',
  watch({ marked }) {
    const fields = new Fields();
    return {
      see({ shown, resources }) {
        const places = marked.properties.filter(({ schema }) => schema === shown);
        if (places.length === 0 && !marked.schemas.includes(shown ?? '')) return false;
        const before = fields.count;
        for (const object of resources) {
          const options = places.length === 0 ? [object] : places.flatMap(({ property }) => object[property]);
          for (const option of options.slice(0, 200)) if (isObject(option)) fields.see(option);
        }
        return fields.count > before;
      },
      sentences: () => shape(fields, 'filter option'),
    };
  },
};

const resources: Rule = {
  unknown: 'resources.fields',
  watch({ document, marked }) {
    const schemas = schemasOf(document);
    const byName = new Map(marked.schemas.map((name) => [name, new Fields()]));
    return {
      see({ shown, resources }) {
        const fields = byName.get(shown ?? '');
        for (const object of fields ? resources : []) fields?.see(object);
        return fields !== undefined && resources.length > 0;
      },
      sentences: () =>
        [...byName].flatMap(([name, fields]) =>
          shape(fields, resourceName(name), Object.keys(schemas[name]?.properties ?? {})),
        ),
    };
  },
};

/** What fields objects have, and which of them the contract does not list. */
function shape(fields: Fields, noun: string, documented?: readonly string[]): string[] {
  if (fields.count === 0) return [];
  const news = documented ? fields.always().filter((name) => !documented.includes(name)) : [];
  const some = fields.sometimes();
  const unlisted = news.length > 0 ? `; the contract does not list ${list(news)}` : '';
  const partly = some.length > 0 ? `; some have ${tallied(some)}` : '';
  const always = fields.always().length > 0 ? list(fields.always()) : 'no field in common';
  return [`${each(fields.count, noun)} read ${verb(fields.count, 'has', 'have')} ${always}${unlisted}${partly}.`];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export const fieldRules: readonly Rule[] = [required, nullability, theService, optionShape, resources];
