import type { CaseSource } from '../cases/source.js';
import type { CheckedOperation } from '../model/operations.js';
import type { Parameters } from '../model/request.js';
import type { Session } from '../session/session.js';

/** An operation with the parameters of an existing resource. */
export interface Aimed {
  session: Session;
  source: CaseSource;
  operation: CheckedOperation;
  parameters: Parameters;
}
