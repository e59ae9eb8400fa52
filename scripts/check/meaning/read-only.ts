import { isObject } from '../../contract/json.js';
import { readOnlyFields } from '../../contract/schema-fields.js';
import type { JsonObject } from '../cases/body-values.js';
import { shown } from '../model/deviation.js';
import { faultOf } from '../model/fault.js';
import { sameShown } from '../model/likeness.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Outcome } from '../session/outcome.js';
import type { Session } from '../session/session.js';

/** Fields that a server may change with each write or read. */
const moving = /updat|modif|chang|version|revision|etag|seen|last|view|hits|visit|access|download|usage/i;

/** Reports a response that contains a value sent for a read-only field. */
export function reportReadOnly(session: Session, outcome: Outcome, sent: JsonObject, response: unknown): void {
  const operation = operationOf(session, outcome);
  for (const name of fieldsShown(session, operation)) {
    if (!Object.hasOwn(sent, name) || !isObject(response) || response[name] !== sent[name]) continue;
    const fault = faultOf(operation, {
      rule: 'read-only.taken',
      pointer: `/${name}`,
      message: `A request sets ${JSON.stringify(name)}, which is read-only.`,
      expected: 'a value chosen by the server',
      actual: shown(response[name]),
    });
    session.report(outcome, fault);
  }
}

/** Reports a write that changes a read-only field. */
export function reportMoved(session: Session, outcome: Outcome, before: unknown, after: unknown): void {
  if (!isObject(before) || !isObject(after)) return;
  const operation = operationOf(session, outcome);
  for (const name of fieldsShown(session, operation)) {
    if (moving.test(name) || before[name] === undefined || sameShown(before[name], after[name])) continue;
    const fault = faultOf(operation, {
      rule: 'read-only.changed',
      pointer: `/${name}`,
      message: `A write changes ${JSON.stringify(name)}, which is read-only.`,
      expected: shown(before[name]),
      actual: shown(after[name]),
    });
    session.report(outcome, fault);
  }
}

function operationOf({ contract }: Session, { case: testCase }: Outcome): CheckedOperation {
  return contract.operation(testCase.operationId) as CheckedOperation;
}

function fieldsShown({ contract }: Session, operation: CheckedOperation): string[] {
  const schema = operation.success?.bodies[0]?.schema;
  return schema ? readOnlyFields(contract, schema) : [];
}
