import type { ResourceType } from '../model/contract/resources.js';
import type { Parameters } from '../model/request.js';

/** One resource that the run may write to. */
export interface Resource {
  type: ResourceType;
  parameters: Parameters;
  /** Parameters of the list that contains it. */
  parents: Parameters;
  /** Whether the run created it, and may delete it. */
  isOwn: boolean;
}
