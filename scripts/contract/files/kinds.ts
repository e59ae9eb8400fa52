import { fieldsByKind, kindOfField } from '../walk.js';

/** Fields of Swagger 2.0 that later versions do not have. */
const swaggerFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  document: { definitions: 'schema{}', parameters: 'parameter{}', responses: 'response{}' },
  response: { schema: 'schema' },
};

/** The kind of a field, or of an item. Mappings of discriminators are the only references without `$ref`. */
export function kindOf(kind: string | undefined, name: string): string | undefined {
  if (kind === undefined || kind === 'extension') return kind;
  if (kind.endsWith('[]') || kind.endsWith('{}')) return kind.slice(0, -2);
  if (kind === 'schema' && name === 'discriminator') return name;
  if (kind === 'discriminator' && name === 'mapping') return name;
  return kindOfField(kind, name) ?? swaggerFields[kind]?.[name];
}

/** The path of the components of each kind. Path items have none, because not all versions have them as components. */
export function sectionsOf(document: object): Map<string, string[]> {
  const isSwagger = 'swagger' in document;
  const fields = Object.entries((isSwagger ? swaggerFields['document'] : fieldsByKind['components']) ?? {});
  const sections = fields.map(([name, kind]): [string, string[]] => [
    kind.slice(0, -2),
    isSwagger ? [name] : ['components', name],
  ]);
  return new Map(sections.filter(([kind]) => kind !== 'pathItem'));
}
