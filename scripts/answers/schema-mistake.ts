import { createDocumentRules, type SchemaError, toSchemaError } from '../contract/body-rules.js';
import { escapeToken, parsePointer, toPointer, valueAt } from '../contract/pointer.js';
import { mistakesOf } from '../contract/schema-rules.js';
import { suggest } from '../text/did-you-mean.js';
import { sanitize } from '../text/escape.js';
import { groupBy } from '../text/group-by.js';

export interface SchemaMistake {
  /** JSON pointer into the value. */
  pointer: string;
  /** The expected value, the actual value, and advice on what to write instead. */
  message: string;
}

type RuleError = SchemaError & { parentSchema: Readonly<Record<string, unknown>> };

export function findSchemaMistake(schema: Record<string, unknown>, value: unknown): SchemaMistake | undefined {
  const mistakes = mistakesOf(createDocumentRules(schema)(schema), value);
  if (mistakes.length === 0) return undefined;
  const errors: RuleError[] = mistakes.map((mistake) => ({ ...toSchemaError(mistake), parentSchema: mistake.schema }));
  // Errors of alternatives come before the vaguer error of their union. The deepest errors are the most precise.
  const maxDepth = Math.max(...errors.map(depthOf));
  const deepestErrors = errors.filter((error) => depthOf(error) === maxDepth);
  // The last error is about the whole union, whose schema has the example.
  return mistakeOf(deepestErrors, value, exampleFor(schema, deepestErrors.at(-1) as RuleError));
}

function depthOf({ instancePath, keyword }: RuleError): number {
  const isAboutMember = keyword === 'additionalProperties' || keyword === 'required';
  return parsePointer(instancePath).length * 2 + (isAboutMember ? 1 : 0);
}

/** An example in the schema of the wrong value, or else in the schema of the whole answer. */
function exampleFor(schema: Record<string, unknown>, { instancePath, parentSchema }: RuleError): unknown {
  const answer = valueAt(schema, toPointer(['$defs', parsePointer(instancePath)[1] ?? '']));
  const [example] = [parentSchema, answer].flatMap(
    (each) => (each as { examples?: unknown[] } | undefined)?.examples ?? [],
  );
  return example;
}

function mistakeOf(errors: readonly RuleError[], value: unknown, example: unknown): SchemaMistake {
  // Prefer the alternative whose type fits: the author probably meant this one.
  const likeliestError = errors.find(({ keyword }) => !['type', 'const', 'enum', 'anyOf', 'oneOf'].includes(keyword));
  const { instancePath, keyword, params, message, parentSchema } = likeliestError ?? (errors[0] as RuleError);
  const actual = valueAt(value, instancePath);
  const exampleText = example === undefined ? '' : ` For example: ${JSON.stringify(example)}.`;
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']);
    const validNames = Object.keys(((parentSchema ?? {}) as { properties?: object }).properties ?? {});
    const names = `${validNames.slice(0, 8).join(', ')}${validNames.length > 8 ? ', …' : ''}`;
    return {
      pointer: `${instancePath}/${escapeToken(name)}`,
      message: `expected ${names}; found ${formatValue(name)}. ${suggest(name, validNames)}`,
    };
  }
  if (keyword === 'required') {
    const requiredErrors = errors.filter((error) => error.keyword === keyword);
    const firstErrors = [...groupBy(requiredErrors, (error) => error.parentSchema).values()].map(([first]) => first);
    const missingNames = firstErrors.map((error) => String(error.params['missingProperty'])).join(' or ');
    return {
      pointer: instancePath,
      message:
        `expected an object with ${missingNames}, found ${formatValue(actual)}. Add ` +
        `${missingNames}.${exampleText}`,
    };
  }
  if (keyword === 'maxProperties') {
    const { length } = Object.keys(actual as object);
    const expected = `expected at most ${params['limit']} members, found ${length}`;
    return { pointer: instancePath, message: `${expected}. Remove members that are not needed.` };
  }
  const values = likeliestError
    ? []
    : errors.flatMap((error) => (error.instancePath === instancePath ? expectedValuesOf(error) : []));
  if (keyword === 'pattern')
    return { pointer: instancePath, message: `expected a different form, found ${formatValue(actual)}.${exampleText}` };
  if (values.length === 0)
    return { pointer: instancePath, message: `the value ${message}; found ${formatValue(actual)}.${exampleText}` };
  const expected = keyword === 'enum' ? `one of ${values.join(', ')}` : values.join(' or ');
  return { pointer: instancePath, message: `expected ${expected}; found ${formatValue(actual)}.${exampleText}` };
}

function expectedValuesOf({ keyword, params }: RuleError): string[] {
  if (keyword === 'type') return [params['type']].flat() as string[];
  if (keyword === 'const') return [JSON.stringify(params['allowedValue'])];
  return keyword === 'enum' ? (params['allowedValues'] as unknown[]).map((value) => JSON.stringify(value)) : [];
}

function formatValue(value: unknown): string {
  return value === undefined ? 'nothing' : sanitize(JSON.stringify(value), 80);
}
