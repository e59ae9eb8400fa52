import { isObject } from '../../contract/json.js';
import { escapeToken } from '../../contract/pointer.js';
import { readOnlyFields } from '../../contract/schema-fields.js';
import type { JsonObject } from '../cases/body-values.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { shown } from '../model/deviation.js';
import { faultOf } from '../model/fault.js';
import { sameShown } from '../model/likeness.js';
import type { Outcome } from '../session/outcome.js';
import type { Resource } from '../session/resource.js';
import type { Session } from '../session/session.js';
import type { Harness } from './harness.js';
import { isMoving } from './lists/stable-fields.js';
import { movesByItself } from './moving.js';

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

/** Reports a write that changes a read-only field, unless the field changes by itself. */
export async function reportMoved(
  harness: Harness,
  resource: Resource,
  outcome: Outcome,
  { before, after }: { before: unknown; after: unknown },
): Promise<void> {
  if (!isObject(before) || !isObject(after)) return;
  const { session } = harness;
  const operation = operationOf(session, outcome);
  for (const name of fieldsShown(session, operation)) {
    if (isMoving(name) || before[name] === undefined || sameShown(before[name], after[name])) continue;
    if (await movesByItself(harness, resource, `/${escapeToken(name)}`)) continue;
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
