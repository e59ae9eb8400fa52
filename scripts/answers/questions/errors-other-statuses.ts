import { listRefusal } from '../listed-refusal.js';
import { operationsNamed } from '../named.js';
import type { Teach } from '../teaching.js';

/** The other statuses of refusals, by operationId; `*` for all operations. */
export const errorsOtherStatuses: Teach<Record<string, number[]>> = ({ draft, question, value, keepOpen }) => {
  const { '*': general, ...own } = value;
  for (const placed of general ? draft.operations : [])
    for (const status of general ?? []) listRefusal(draft, placed, status);
  for (const { placed, value: statuses } of operationsNamed(draft, own)) {
    for (const status of statuses) listRefusal(draft, placed, status);
    draft.settle(placed.operation, question);
  }
  if (!general) keepOpen();
};
