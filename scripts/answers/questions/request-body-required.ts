import { mistake } from '../mistake.js';
import { operationsNamed } from '../named.js';
import type { Teach } from '../teaching.js';

/** Whether a request must have its body. */
export const requestBodyRequired: Teach<boolean> = ({ draft, value, except }) => {
  for (const { requestBody } of draft.operations.map(({ operation }) => operation))
    if (requestBody) requestBody.required = value;
  for (const { placed, value: own, at } of operationsNamed(draft, except, '/except')) {
    const { requestBody } = placed.operation;
    if (!requestBody) throw mistake(at, 'an operation that takes a body', placed.id, 'Remove it.');
    requestBody.required = own;
  }
};
