import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import type { Session } from '../session/session.js';

/** An operation that is aimed at something that is there. */
export interface Aimed {
  session: Session;
  source: CaseSource;
  operation: CheckedOperation;
  parameters: Parameters;
}
