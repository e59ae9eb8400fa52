import type { Proposal } from '../../../scripts/check/model/proposal.js';
import { watchEvidence } from './watch.js';

/** Returns the values of the proposals for one question, by certainty. */
export function proposed(proposals: readonly Proposal[]): Record<string, unknown> {
  return Object.fromEntries(
    proposals.map((each) => [
      each.certainty,
      each.certainty === 'conflicting' ? each.readings.map(({ answer }) => answer.value) : each.answer.value,
    ]),
  );
}

/** Collects proposals from exchanges. Each test of a file begins without any. */
export function watchProposals() {
  const { see, seeList, proposals, teach } = watchEvidence();
  let last = 0;
  /** Returns an id that no other resource has. */
  const entry = (): { id: string } => {
    last += 1;
    return { id: `entry-${last}` };
  };
  const inDirectory = (directory: string, ...fields: object[]): void => {
    const path = `/api/directory/private/v1alpha/directories/${directory}/entries/partners/`;
    see('listPartnerEntries', { path, value: fields.map((each) => ({ ...entry(), ...each })) });
  };
  /** Passes on a list of new partner entries with these fields, in directory 1 or, by `in`, in another one. */
  const seeEntries = Object.assign((...fields: object[]): void => inDirectory('1', ...fields), { in: inDirectory });
  return { see, seeList, seeEntries, entry, of: proposals, teach, proposals };
}
