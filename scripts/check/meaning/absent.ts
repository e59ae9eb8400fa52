import { plainBody } from '../cases/refusals.js';
import { brokenBodyCases, idCases, keyCases, wrongBodyCases } from '../cases/refusals.js';
import { unknownParameters, type CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../operations.js';
import type { Parameters } from '../request.js';
import type { Session } from '../session.js';

/** Wrong bodies sent to what is not there: enough to see a server break down over them. */
const wrongBodies = 6;

/**
 * A write that is aimed at ids that nothing has, so that a server that honours ids has nothing to apply it to. POST is
 * never among them: it makes things.
 */
export async function checkWriteToNothing(session: Session, source: CaseSource, operation: CheckedOperation, parents: Parameters | undefined): Promise<void> {
  if (operation.method === 'post' || operation.method === 'get' || operation.pathParameters.length === 0) return;
  const nothing = unknownParameters(source, operation, 'nothing');
  if (!nothing) return;
  const last = operation.pathParameters.at(-1) ?? '';
  // Parents that are there let the server look for the thing itself; the thing is always one that is not.
  const aimed: Parameters = { ...nothing, ...parents, [last]: nothing[last] ?? '' };
  // Where no id ends the path, only unknown parents keep what is there from being hit.
  const target = operation.path.replace(/\/$/, '').endsWith('}') ? aimed : nothing;
  for (const kase of idCases(source, operation, target, [last])) await session.send(kase);
  for (const kase of keyCases(source, operation, target)) await session.send(kase);
  for (const kase of brokenBodyCases(operation, target, false)) await session.send(kase);
  for (const kase of wrongBodyCases(source, operation, target).slice(0, wrongBodies)) await session.send(kase);
  if (plainBody(source, operation, target) === undefined && operation.body) session.tally.leftOut(operation.id, 'No body could be made from its schema.');
}
