import type { Parameters } from '../model/request.js';
import type { ResourceType } from '../model/resources.js';

/** One thing that is written to. */
export interface Resource {
  type: ResourceType;
  parameters: Parameters;
  /** Parameters of the list that it is in. */
  parents: Parameters;
  /** Whether the run has made it, and may do away with it. */
  isOwn: boolean;
}
