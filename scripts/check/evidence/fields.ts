import { isObject } from '../../contract/json.js';
import { schemaResolver } from '../../contract/references.js';
import { canBe } from '../../contract/schema-fields.js';
import { schemasBehind } from '../../contract/schema-walk.js';
import { grouped } from '../../text/numbers.js';
import { Fields } from './counts.js';
import { schemasOf } from './marked.js';
import type { PropertyPresence, SchemaPresence } from './presence.js';
import type { Rule, Subject } from './rule.js';
import { count, each, list, resourceName, tallied, verb, withoutFalse, word } from './words.js';

/** Returns what was seen of the named schemas, in the order of `names`. */
export function seenOf({ presence }: Subject, names: readonly string[]): SchemaPresence[] {
  const known = new Map(presence.schemas().map((schema) => [schema.name, schema]));
  return names.flatMap((name) => known.get(name) ?? []);
}

/** Which fields every resource has. */
const required = (unknown: string): Rule => ({
  unknown,
  watch(subject) {
    const seen = (): SchemaPresence[] => seenOf(subject, subject.marked.schemas);
    return {
      answers: () => sum(seen().map(({ answers }) => answers)),
      sentences: () =>
        seen().flatMap(({ name, count: objects, properties }) => {
          const always = properties.filter(({ present }) => present === objects).map((property) => property.name);
          const sometimes = properties.filter(({ present }) => present > 0 && present < objects);
          const never = properties.filter(({ present }) => present === 0).map((property) => property.name);
          return withoutFalse(
            always.length > 0 &&
              `${each(objects, resourceName(name))} read ${verb(objects, 'has', 'have')} ${list(always)} ` +
                `(${always.length} of ${count(properties.length, 'field')}).`,
            sometimes.length > 0 &&
              `Missing in some of the ${grouped(objects)}: ${sometimes.map(presentIn).join(', ')}.`,
            never.length > 0 && `Missing in all of the ${grouped(objects)}: ${list(never)}.`,
          );
        }),
    };
  },
});

function presentIn({ name, present }: PropertyPresence): string {
  return `${word(name)} (present in ${grouped(present)})`;
}

/** Which fields are null. */
const nullability = (unknown: string): Rule => ({
  unknown,
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
                text:
                  `${word(name === root ? property.name : `${name}.${property.name}`)} ` +
                  `(${grouped(property.nulls)} of ${grouped(objects)})`,
                isAllowed: canBe(contract, schemas[name]?.properties?.[property.name] ?? {}, 'null'),
              })),
          );
          const textOf = (isAllowed: boolean): string =>
            nulls
              .filter((each) => each.isAllowed === isAllowed)
              .map((each) => each.text)
              .join(', ');
          return withoutFalse(
            textOf(false) && `Null, although the contract does not allow it: ${textOf(false)}.`,
            textOf(true) && `Null, as the contract allows: ${textOf(true)}.`,
            `No ${nulls.length > 0 ? 'other ' : ''}documented field was null in ` +
              `${count(whole.count, resourceName(root))}.`,
          );
        }),
    };
  },
});

/** Which fields a resource has that the contract does not list. */
const furtherFields: Rule = {
  unknown: 'partner-entry.fields',
  watch({ document, marked }) {
    const schemas = schemasOf(document);
    const further = new Fields();
    return {
      see({ shown = '', resources }) {
        if (!marked.schemas.includes(shown)) return false;
        const documented = schemas[shown]?.properties ?? {};
        for (const object of resources)
          further.see(Object.fromEntries(Object.entries(object).filter(([name]) => !Object.hasOwn(documented, name))));
        return resources.length > 0;
      },
      sentences() {
        const all = [...further.always(), ...further.sometimes().map(([name]) => name)];
        if (further.count === 0) return [];
        const read = each(further.count, 'resource');
        return all.length === 0
          ? [`${read} read ${verb(further.count, 'has', 'have')} only fields that the contract lists.`]
          : [`Fields that the contract does not list: ${list(all)}.`];
      },
    };
  },
};

/** Whether the paths in links begin with a slash. */
const leadingSlash: Rule = {
  unknown: 'links.leading-slash',
  watch({ marked }) {
    const begins = { slash: 0, other: 0 };
    return {
      see({ shown, resources }) {
        const names = marked.properties.filter(({ schema }) => schema === shown).map(({ property }) => property);
        const links = resources.flatMap((object) => names.map((name) => object[name])).filter(isText);
        for (const link of links) begins[link.startsWith('/') ? 'slash' : 'other'] += 1;
        return links.length > 0;
      },
      sentences: () =>
        withoutFalse(
          begins.slash > 0 && `${count(begins.slash, 'link')} ${verb(begins.slash, 'begins', 'begin')} with a slash.`,
          begins.other > 0 && `${count(begins.other, 'link')} ${verb(begins.other, 'does', 'do')} not.`,
        ),
    };
  },
};

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

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
        withoutFalse(
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
  return found.length > 0 ? [`Fields that the contract does not list contain a URL: ${list(found)}.`] : [];
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

/** Describes the fields that objects have, and names those that the contract does not list. */
function shape(fields: Fields, noun: string, documented?: readonly string[]): string[] {
  if (fields.count === 0) return [];
  const undocumented = documented ? fields.always().filter((name) => !documented.includes(name)) : [];
  const some = fields.sometimes();
  const unlisted = undocumented.length > 0 ? `; the contract does not list ${list(undocumented)}` : '';
  const partly = some.length > 0 ? `; some have ${tallied(some)}` : '';
  const always = fields.always().length > 0 ? list(fields.always()) : 'no field in common';
  return [`${each(fields.count, noun)} read ${verb(fields.count, 'has', 'have')} ${always}${unlisted}${partly}.`];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

export const fieldRules: readonly Rule[] = [
  required('partner-entry.required'),
  required('filter.required'),
  nullability('partner-entry.nullability'),
  nullability('filter.nullability'),
  furtherFields,
  leadingSlash,
  theService,
  optionShape,
  resources,
];
