import type { Json } from '../../contract/json.js';
import { isPageSelector } from '../../contract/paging/list-parameters.js';
import type { Schema } from '../../contract/schema.js';
import type { TestCase } from '../model/case.js';
import { type CheckedOperation, type CheckedParameter, shortenValue } from '../model/contract/operations.js';
import { valueText } from '../model/contract/parameter-encoding.js';
import { bannedWordIn } from '../model/never-called.js';
import { hasRemovalWord } from '../model/operation-words.js';
import { caseOf, type Parameters } from '../model/request.js';
import { wordsIn } from '../model/words.js';
import { sampleValue } from '../values/sample.js';
import { type CaseSource, valueContext } from './source.js';

/** Maximum number of enum values to try for each parameter. */
const choiceLimit = 3;

/** Returns reads in which one optional query parameter has an allowed value. The server may accept or refuse them. */
export function queryValueCases(source: CaseSource, operation: CheckedOperation, parameters: Parameters): TestCase[] {
  // These statuses are right, since the service may have no resource that the value could select.
  const purpose = { kind: 'query', expect: 'either', allows: [400, 404, 422] } as const;
  const selectors = operation.parameters.filter((each) => isOptionalQuery(each) && !isPageSelector(each.name));
  return selectors.flatMap((parameter) =>
    valuesOf(source, operation, parameter, parameters).map((value) => {
      const detail = `${parameter.name}=${value}`;
      const query = { [parameter.name]: value };
      return caseOf(operation, { ...purpose, detail, about: `with ${detail}`, parameters, query });
    }),
  );
}

function isOptionalQuery({ in: place, required, userValue }: CheckedParameter): boolean {
  return place === 'query' && !required && userValue === undefined;
}

/** Returns the values, except the default, of each optional query parameter that is a boolean or has an enum. */
export function queryChoices({ contract }: CaseSource, { parameters }: CheckedOperation): Record<string, string>[] {
  return parameters
    .filter(isOptionalQuery)
    .flatMap(({ name, schema }) => choicesOf(contract.resolve(schema)).map((value) => [name, String(value)] as const))
    .filter(([name, value]) => !isDangerous(`${name} ${value}`))
    .map(([name, value]) => ({ [name]: value }));
}

/** Whether a choice may delete other users' resources, or do the same as an operation that the check never calls. */
function isDangerous(choice: string): boolean {
  const isWidening = wordsIn(choice).some((word) => wideningWords.has(word));
  return isWidening || hasRemovalWord(choice) || bannedWordIn(choice) !== undefined;
}

/** Query values that make an operation affect more than the resource in its path. */
const wideningWords = new Set(['all', 'other', 'force', 'cascade', 'recursive', 'overwrite']);

function choicesOf({ type, enum: words = [], default: defaultValue }: Schema): unknown[] {
  return type === 'boolean'
    ? [defaultValue !== true]
    : words.filter((word) => word !== defaultValue && word !== null).slice(0, choiceLimit);
}

function valuesOf(
  source: CaseSource,
  operation: CheckedOperation,
  { name, schema, example }: CheckedParameter,
  parameters: Parameters,
): string[] {
  const target = source.contract.resolve(schema);
  const context = valueContext(source, operation, parameters, `query ${name}`);
  const values =
    target.type === 'boolean' || target.enum ? choicesOf(target) : [example ?? sampleValue(schema, name, context)];
  return values
    .filter((value) => value !== undefined && value !== null)
    .map((value) => shortenValue(source.contract.resolve, schema, value as Json))
    .map((value) => valueText(Array.isArray(value) && value.length === 1 ? (value[0] as Json) : value));
}
