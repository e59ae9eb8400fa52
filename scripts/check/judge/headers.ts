import type { CheckedContract } from '../model/contract.js';
import { type Deviation, shown } from '../model/deviation.js';
import { headerOf, type ReceivedResponse } from '../model/exchange.js';
import { type Fault, faultOf } from '../model/fault.js';
import type { CheckedHeader, CheckedOperation, CheckedResponse } from '../model/operations.js';
import { matches } from '../values/matching.js';

/** Checks the headers of a response against those that the contract documents for it. */
export function judgeHeaders(
  contract: CheckedContract,
  operation: CheckedOperation,
  documented: CheckedResponse,
  response: ReceivedResponse,
): Deviation[] {
  const found: Deviation[] = [];
  for (const header of documented.headers) {
    const value = headerOf(response, header.name);
    const add = (fault: Fault): void => {
      found.push(faultOf(operation, { ...fault, contract: header.pointer }));
    };
    if (value === undefined) {
      if (header.required) {
        add({
          rule: `header.${header.name}-missing`,
          message: `The header ${header.name} is missing.`,
          expected: `the header ${header.name}`,
          actual: 'no such header',
        });
      }
      continue;
    }
    const wanted = misfit(contract, header, value);
    if (wanted)
      add({
        rule: `header.${header.name}`,
        message: `The header ${header.name} does not fit the contract.`,
        expected: wanted,
        actual: shown(value),
      });
  }
  return found;
}

/** Returns what a header should be; undefined if it fits. Numbers in headers are checked against type and bounds. */
function misfit(contract: CheckedContract, { schema }: CheckedHeader, value: string): string | undefined {
  const { type, minimum, enum: values, pattern } = contract.resolve(schema);
  if (type === 'integer' && !/^-?\d+$/.test(value)) return 'an integer';
  if (type === 'number' && !Number.isFinite(Number(value))) return 'a number';
  if (minimum !== undefined && Number(value) < minimum) return `at least ${minimum}`;
  if (values && !values.map(String).includes(value)) return `one of ${values.map(String).join(', ')}`;
  if (pattern !== undefined && matches(pattern, value) === false) return `a value that matches ${pattern}`;
  return undefined;
}
