import { casesAtNothing } from '../cases/at-nothing.js';
import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import type { Session } from '../session/session.js';

/**
 * Writes that are aimed at ids that nothing has.
 *
 * @param mayMake whether a write may be sent that could make what is not there
 */
export async function checkWriteToNothing(
  session: Session,
  source: CaseSource,
  operation: CheckedOperation,
  parents: Parameters | undefined,
  mayMake: boolean,
): Promise<void> {
  for (const kase of casesAtNothing(source, operation, parents, mayMake)) await session.send(kase);
}
