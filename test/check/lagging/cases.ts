import type { Reply, Way } from './lagging-server.js';

/** Updates that a run writes by. */
export type Updates = readonly ('updatePartnerEntry' | 'updateFilter')[];

/** One server, and one run on it. */
export interface LaggingCase {
  way: Way;
  writes: 'roundtrip' | 'noop';
  updates: Updates;
  /** Whether `--settle` covers what the server takes, with a second to spare. */
  isCovered: boolean;
  /** The write at which the run is killed, when it was sent and before it is answered. */
  killedAt?: number;
}

const delays = [0, 50, 300, 900, 1900];
const replies: readonly Reply[] = [200, 202, 'drop', 408, 409, 425, 500, 503];
const shown = ['old', 'new', 'nothing'] as const;
const lags = [0, 400, 1200];
const both: Updates = ['updatePartnerEntry', 'updateFilter'];
const updates: readonly Updates[] = [['updatePartnerEntry'], ['updateFilter'], both];

/** Seconds that the run is told to allow. */
export function settleOf({ way: { delay, lag }, isCovered }: LaggingCase): number {
  return isCovered ? (delay + lag) / 1000 + 1 : (delay + lag) / 2000;
}

export function nameOf({ way, writes, updates: names, isCovered, killedAt }: LaggingCase): string {
  const { delay, shows, reply, lag, replicas = false, seconds = false, loses = false, fades = false } = way;
  const server =
    `${reply}${typeof reply === 'number' && reply < 300 ? ` showing ${shows}` : ''}, applied after ` +
    `${delay} ms${seconds ? ' each second time' : ''}, reads ${lag} ms ` +
    `behind${replicas ? ' each second time' : ''}` +
    `${loses ? ', each fourth write lost' : ''}${fades ? ', each fifth write fading' : ''}`;
  return (
    `${writes} by ${names.join(' and ')}: ${server}${isCovered ? '' : ', --settle too short'}` +
    `${killedAt === undefined ? '' : `, killed at write ${killedAt}`}`
  );
}

/** Every case, in an order in which each part of it is one of each kind. */
export function allCases(): LaggingCase[] {
  const ways: Way[] = [];
  for (const reply of replies) {
    for (const delay of delays) {
      for (const lag of lags) {
        // Only a success shows something.
        for (const shows of reply === 200 || reply === 202 ? shown : (['nothing'] as const)) {
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
  const found: LaggingCase[] = [];
  for (const [index, way] of ways.entries()) {
    const names = updates[index % updates.length] as Updates;
    const other = updates[(index + 1) % updates.length] as Updates;
    found.push({ way, writes: 'roundtrip', updates: names, isCovered: true });
    found.push({ way, writes: 'roundtrip', updates: other, isCovered: true, killedAt: 1 + (index % 7) });
    if (index % 4 === 0) found.push({ way, writes: 'noop', updates: both, isCovered: true });
    if (index % 4 === 1)
      found.push({ way, writes: 'noop', updates: names, isCovered: true, killedAt: 1 + (index % 3) });
    // Nothing tells that the last read comes too early where no write is waited for, or where reads disagree.
    if (index % 4 === 2 && way.delay + way.lag >= 900 && way.reply !== 409 && !way.replicas)
      found.push({ way, writes: 'roundtrip', updates: names, isCovered: false });
  }
  return found;
}
