import type { TestCase } from '../model/case.js';
import type { CheckedOperation, CheckedParameter } from '../model/operations.js';
import { caseOf, type Parameters } from '../model/request.js';
import { sampleValue } from '../values/sample.js';
import { type CaseSource, valuesFor } from './source.js';

/** Words of a closed set to try, of each parameter. */
const most = 3;

/** Each optional query parameter of a read alone, with values that its schema allows. A server may refuse them. */
export function queryValueCases(source: CaseSource, operation: CheckedOperation, parameters: Parameters): TestCase[] {
  return operation.parameters
    .filter((parameter) => parameter.in === 'query' && !parameter.required)
    .flatMap((parameter) =>
      valuesOf(source, operation, parameter, parameters).map((value) =>
        caseOf(operation, {
          kind: 'query',
          detail: `${parameter.name}=${value}`,
          about: `with ${parameter.name}=${value}`,
          expect: 'either',
          parameters,
          query: { [parameter.name]: value },
        }),
      ),
    );
}

function valuesOf(
  source: CaseSource,
  operation: CheckedOperation,
  { name, schema, example }: CheckedParameter,
  parameters: Parameters,
): string[] {
  const { type, enum: words, default: usual } = source.contract.resolve(schema);
  const values = valuesFor(source, operation, parameters, `query ${name}`);
  const found =
    type === 'boolean'
      ? [usual !== true]
      : words
        ? words.filter((word) => word !== usual && word !== null).slice(0, most)
        : // A single item is written in the same way in every style of a list.
          [[example ?? sampleValue(schema, name, values)].flat()[0]];
  return found.filter((value) => value !== undefined && value !== null && typeof value !== 'object').map(String);
}
