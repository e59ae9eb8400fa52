import { mapSchemas, type SchemaNode } from '../../../contract/schema-walk.js';
import { Expression, propertyKey, valueLiteral } from '../literal.js';

/** Maps each format to its function in `scripts/validators/formats.ts`. */
export const formatFunctions: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'dateTime',
  email: 'email',
  uri: 'uri',
  'uri-reference': 'uriReference',
  uuid: 'uuid',
};

export function ruleName(id: string): string {
  return `rule_${id.replace('.', '_')}`;
}

/**
 * The code of the rule for a schema without annotations. Each `$ref` becomes a function that returns a rule.
 *
 * @throws Error for a format that the validators' runtime code lacks
 */
export function ruleCode(schema: SchemaNode): { text: string; references: ReadonlySet<string> } {
  const formatNames = new Set<string>();
  const references = new Set<string>();
  const toReference = (id: string): Expression => {
    references.add(id);
    return new Expression(`() => ${ruleName(id)}`);
  };
  const toCode = (node: SchemaNode): SchemaNode => {
    if (typeof node['format'] === 'string') formatNames.add(node['format']);
    return mapSchemas(node, toCode, toReference);
  };
  const literal = valueLiteral(toCode(schema));
  const formatTests = [...formatNames].sort().map((format) => {
    const testName = Object.hasOwn(formatFunctions, format) ? formatFunctions[format] : undefined;
    if (testName === undefined) throw new Error(`scripts/validators/formats.ts does not have the format ${format}`);
    return testName === format ? testName : `${propertyKey(format)}: ${testName}`;
  });
  const formatsArgument = formatTests.length > 0 ? `, { ${formatTests.join(', ')} }` : '';
  // The comment tells bundlers that the call has no side effects, so that they can drop unused validators.
  return { text: `/* @__PURE__ */ rule(${literal}${formatsArgument});`, references };
}
