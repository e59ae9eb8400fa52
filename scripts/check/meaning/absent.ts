import { casesAtNothing, makesThings } from '../cases/at-nothing.js';
import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../operations.js';
import type { Parameters } from '../request.js';
import type { Session } from '../session.js';

/** Writes that are aimed at ids that nothing has. */
export async function checkWriteToNothing(session: Session, source: CaseSource, operation: CheckedOperation, parents: Parameters | undefined): Promise<void> {
  if (makesThings(operation)) session.tally.leftOut(operation.id, 'It makes what is not there, so it is not aimed at ids that nothing has.');
  for (const kase of casesAtNothing(source, operation, parents)) await session.send(kase);
}
