import type { Parameters } from '../model/request.js';
import type { Resource } from '../model/resources.js';

/** One thing that is written to. */
export interface Thing {
  resource: Resource;
  parameters: Parameters;
  /** Parameters of the list that it is in. */
  parents: Parameters;
  /** Whether the run has made it, and may do away with it. */
  isOwn: boolean;
}
