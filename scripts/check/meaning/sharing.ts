import type { Json } from '../../contract/json.js';
import { readAgainCase } from '../cases/reads.js';
import { idCases } from '../cases/refusals.js';
import type { CaseSource } from '../cases/source.js';
import type { TestCase } from '../model/case.js';
import type { Parameters } from '../model/request.js';
import { prefixesOf } from '../model/resources.js';
import { fieldOf } from '../session/id-fields.js';
import { wholeList } from '../session/whole-list.js';
import type { Aimed } from './aimed.js';

/** Number of other parents to check. */
const parentLimit = 3;

/**
 * Returns the source without other parents that also contain the resource: a track may be in two playlists, and then
 * its path below each of them is right.
 */
export async function withoutSharing({ session, source, operation, parameters }: Aimed): Promise<CaseSource> {
  const prefixes = prefixesOf(operation.path);
  const resourceType = session.contract.resources.find(({ prefix }) => prefix === prefixes.at(-1));
  const list = resourceType?.list;
  const id = resourceType && parameters[resourceType.parameter]?.toLowerCase();
  // What counts within its parent, such as the tries of a run, has the same number below others.
  const isNumber = /^-?\d{1,3}$/.test(id ?? '');
  if (!list && isNumber) return { ...source, others: () => [] };
  if (!list || id === undefined || prefixes.length < 2) return source;
  const apart = new Map<string, readonly Parameters[]>();
  for (const prefix of prefixes.slice(0, -1)) {
    apart.set(prefix, []);
    for (const [index, other] of source.others(prefix, parameters).slice(0, parentLimit).entries()) {
      const read = await session.send(
        {
          ...readAgainCase(
            list,
            { ...parameters, ...other },
            `beside ${operation.id} ${prefixes.indexOf(prefix)} ${index}`,
          ),
          expect: 'any',
        },
        'counted',
      );
      const isIt = (item: unknown): boolean => fieldOf(item, resourceType.idField)?.toLowerCase() === id;
      const whole = await wholeList(session, read, { use: 'counted', until: isIt });
      // A page that was not read may contain it.
      if (whole && (!whole.isComplete || whole.items.some(isIt))) continue;
      const isNameless = whole?.items.every((item) => fieldOf(item, resourceType.idField) === undefined);
      if (isNumber && isNameless) continue;
      apart.set(prefix, [other]);
      break;
    }
  }
  return { ...source, others: (prefix, own) => apart.get(prefix) ?? source.others(prefix, own) };
}

/** Returns requests for the resource below existing parents that it does not belong to. */
export async function otherParentCases(aimed: Aimed, body?: Json): Promise<TestCase[]> {
  const apart = await withoutSharing(aimed);
  return idCases(apart, aimed.operation, aimed.parameters, { body }).filter(({ kind }) => kind === 'other-parent');
}
