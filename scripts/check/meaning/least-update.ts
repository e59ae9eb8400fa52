import { isObject } from '../../contract/json.js';
import type { Probe } from '../cases/bodies.js';
import type { UpdatedResource } from './updated-resource.js';

/** The most requests that look for the fields that an update needs. */
const most = 60;

/**
 * Leaves out of an accepted update one field after another, until none can be left out. What remains are the fields
 * that the service requires, and a refusal without each of them.
 */
export async function findLeast({ bodies, harness, left }: UpdatedResource, accepted: Probe): Promise<void> {
  if (!isObject(accepted.body)) return;
  const known = new Set(bodies.properties.filter(({ required }) => required).map(({ name }) => name));
  let body = accepted.body;
  let requests = 0;
  for (let isSmaller = true; isSmaller; ) {
    isSmaller = false;
    for (const name of Object.keys(body).filter((each) => !known.has(each))) {
      const { [name]: _, ...rest } = body;
      if (Object.keys(rest).length === 0 || requests >= Math.min(most, left)) return;
      requests += 1;
      const detail = `${Object.keys(rest).length} without ${name}`;
      const probe = bodies.probe('together', `without ${JSON.stringify(name)}`, rest, { detail, expect: 'either' });
      if (!(await harness.session.send(probe.case)).ok) continue;
      body = rest;
      isSmaller = true;
    }
  }
}
