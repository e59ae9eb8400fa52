import type { Reply, Way } from './lagging-server.js';

/** The updates that a run tests. */
export type Updates = readonly ('updatePartnerEntry' | 'updateFilter')[];

/** A server with its delays, and one run against it. */
export interface LaggingCase {
  way: Way;
  writes: 'roundtrip' | 'noop';
  updates: Updates;
  /** Whether `--settle` covers the delays of the server, with a second to spare. */
  isCovered: boolean;
  /** The write at which the run is killed, before its response. */
  killedAt?: number;
}

const delays = [0, 50, 300, 900, 1900];
const replies: readonly Reply[] = [200, 202, 'drop', 408, 409, 425, 500, 503];
const views = ['old', 'new', 'nothing'] as const;
const lags = [0, 400, 1200];
const bothUpdates: Updates = ['updatePartnerEntry', 'updateFilter'];
const updates: readonly Updates[] = [['updatePartnerEntry'], ['updateFilter'], bothUpdates];

/** Returns the `--settle` of the run, in seconds. */
export function settleOf({ way: { delay, lag }, isCovered }: LaggingCase): number {
  return isCovered ? (delay + lag) / 1000 + 1 : (delay + lag) / 2000;
}

/** Returns all cases, in an order in which kinds of cases alternate. */
export function allCases(): LaggingCase[] {
  const ways: Way[] = [];
  for (const reply of replies) {
    for (const delay of delays) {
      for (const lag of lags) {
        // Only a success response contains the resource.
        for (const shows of reply === 200 || reply === 202 ? views : (['nothing'] as const)) {
          if (delay === 0 && lag === 0 && shows !== 'old') continue;
          const index = ways.length;
          ways.push({
            delay,
            shows,
            reply,
            lag,
            ...(index % 3 === 1 && { seconds: true }),
            ...(lag > 0 && index % 4 >= 2 && { replicas: true }),
            ...(index % 5 >= 3 && { loses: true }),
            ...(index % 5 === 2 && { fades: true }),
          });
        }
      }
    }
  }
  const cases: LaggingCase[] = [];
  for (const [index, way] of ways.entries()) {
    const names = updates[index % updates.length] as Updates;
    const otherUpdates = updates[(index + 1) % updates.length] as Updates;
    cases.push({ way, writes: 'roundtrip', updates: names, isCovered: true });
    cases.push({ way, writes: 'roundtrip', updates: otherUpdates, isCovered: true, killedAt: 1 + (index % 7) });
    if (index % 4 === 0) cases.push({ way, writes: 'noop', updates: bothUpdates, isCovered: true });
    if (index % 4 === 1)
      cases.push({ way, writes: 'noop', updates: names, isCovered: true, killedAt: 1 + (index % 3) });
    // With 409 or replicas, the check cannot notice that its final read is too early.
    if (index % 4 === 2 && way.delay + way.lag >= 900 && way.reply !== 409 && !way.replicas)
      cases.push({ way, writes: 'roundtrip', updates: names, isCovered: false });
  }
  return cases;
}
