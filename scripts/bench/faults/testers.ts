import type { BenchContext } from '../frame/comparison.js';
import { benchFolder } from '../frame/our-programs.js';
import type { Tester } from './tester.js';
import { dredd } from './testers/dredd.js';
import { ours } from './testers/ours.js';
import { portman } from './testers/portman.js';
import { prism } from './testers/prism.js';
import { respect } from './testers/respect.js';
import { type SchemathesisOptions, schemathesis } from './testers/schemathesis.js';

/** A tester that may be missing. */
export interface Making extends Pick<Tester, 'kind'> {
  /** For messages, also where it is not installed. */
  name: string;
  /** Whether its requests are its own, and not those of another. */
  sendsItsOwn: boolean;
  make(): Promise<Tester> | Tester;
}

/** For Schemathesis, whose runs take longest, and whose requests Prism gets. */
const few = { examples: 4, phases: 'examples,fuzzing' };

/** All testers; Prism after the one whose requests it gets. With `smoke` only the quickest. */
export function testers(extent: BenchContext['extent'], wanted: SchemathesisOptions = {}): Making[] {
  const recordings = benchFolder();
  const options = { ...wanted, ...(extent === 'quick' && few) };
  const peer = { kind: 'peer', sendsItsOwn: true } as const;
  const quickest: Making[] = [
    { name: 'directory-contract check', kind: 'ours', sendsItsOwn: true, make: ours },
    { ...peer, name: 'Dredd', make: dredd },
  ];
  if (extent === 'smoke') return quickest;
  return [
    ...quickest,
    { ...peer, name: 'redocly respect', make: respect },
    { ...peer, name: 'Portman with Newman', make: portman },
    { ...peer, name: 'Schemathesis', make: () => schemathesis(recordings, options) },
    { ...peer, name: 'Prism proxy', sendsItsOwn: false, make: () => prism(recordings) },
  ];
}
