import { escapeToken, parsePointer, toPointer } from '../contract/pointer.js';
import { listReflectedFields, pairSchemas } from '../contract/reflections.js';
import type { Schema } from '../contract/schema.js';
import { allowsType, fieldAt, fieldsOf, type SchemaResolver } from '../contract/schema-fields.js';
import { schemaTypes } from '../contract/schema-keywords.js';
import type { Draft, Field, SchemaPart } from './draft.js';

/** Creates a new resolver, because an older resolver may have cached facts about schemas that have changed. */
export function getCurrentSchemas(draft: Draft): SchemaResolver {
  return { resolve: draft.resolver() };
}

export function reflectionsIn(draft: Draft): { requestField: SchemaPart; responseField: SchemaPart }[] {
  return listReflectedFields(draft.document, getCurrentSchemas(draft));
}

/** Whether, by their types, a response field can show at least one value of a request field. */
export function canShow(schemas: SchemaResolver, requestField: Schema, responseField: Schema): boolean {
  const allows = (schema: Schema, type: string): boolean =>
    allowsType(schemas, schema, type) || (type === 'integer' && allowsType(schemas, schema, 'number'));
  const types = schemaTypes.filter(
    (type) => type !== 'null' && allows(requestField, type) && allows(responseField, type),
  );
  const [items, shownItems] = [requestField, responseField].map((schema) => schemas.resolve(schema).items);
  return types.some((type) => type !== 'array' || !items || !shownItems || canShow(schemas, items, shownItems));
}

/** Removes `x-reflected-as` from request fields whose values the response field cannot show, because of its type. */
export function dropWrongReflections(draft: Draft): void {
  const schemas = getCurrentSchemas(draft);
  for (const { requestField, responseField } of reflectionsIn(draft))
    if (!canShow(schemas, requestField, responseField)) delete requestField['x-reflected-as'];
}

/** Updates or removes each `x-reflected-as` that names a response field, before the field is renamed or removed. */
export function moveReflections(draft: Draft, { owner, name }: Field, newName: string | undefined): void {
  const schemas = getCurrentSchemas(draft);
  const field = owner.properties?.[name];
  for (const [{ properties = {} }, responses] of pairSchemas(draft.document, schemas)) {
    for (const requestField of Object.values(properties) as SchemaPart[]) {
      const tokens = parsePointer(requestField['x-reflected-as'] ?? '');
      const index = tokens.findIndex((_, end) =>
        [...responses].some((response) => fieldAt(schemas, response, tokens.slice(0, end + 1)) === field),
      );
      if (index < 0) continue;
      if (newName === undefined) delete requestField['x-reflected-as'];
      else requestField['x-reflected-as'] = toPointer(tokens.with(index, newName));
    }
  }
}

/** Gives request fields without `x-reflected-as` the response field of the same name, in snake_case or camelCase. */
export function addReflections(draft: Draft, request: SchemaPart, response: Schema, names: readonly string[]): void {
  const schemas = getCurrentSchemas(draft);
  const fields = fieldsOf(schemas, response).properties;
  const properties = schemas.resolve(request).properties ?? {};
  for (const name of names) {
    const requestField = properties[name] as SchemaPart;
    const usedPointers = Object.values(properties).map((property) => property['x-reflected-as']);
    const freeNames = [...fields.keys()].filter((key) => !usedPointers.includes(`/${escapeToken(key)}`));
    const reflectedPointer =
      freeNames.find((each) => each === name) ?? freeNames.find((each) => normalizeName(each) === normalizeName(name));
    const responseField = reflectedPointer === undefined ? undefined : fields.get(reflectedPointer);
    if (
      reflectedPointer === undefined ||
      !responseField ||
      requestField['x-reflected-as'] !== undefined ||
      !canShow(schemas, requestField, responseField)
    )
      continue;
    requestField['x-reflected-as'] = `/${escapeToken(reflectedPointer)}`;
    addInnerReflections(draft, requestField, responseField);
  }
}

/** Calls `addReflections` for the fields inside a request field, or inside its list items. */
export function addInnerReflections(draft: Draft, requestField: SchemaPart, responseField: Schema): void {
  const [request, response] = [requestField, responseField].map((field) => {
    const schema = draft.resolve(field);
    return schema.items ? draft.resolve(schema.items) : schema;
  });
  if (request?.properties && response)
    addReflections(draft, request, response as Schema, Object.keys(request.properties));
}

/** Returns a string that is equal for a name's snake_case and camelCase forms. */
function normalizeName(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}
