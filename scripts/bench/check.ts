// The packaged check against other testers of services, and in what a user sees of it alone.
import { againstPeers } from './check/against-peers.js';
import { journal, memory, shards, startTime } from './check/own-bounds.js';
import { makePrograms, startSandbox } from './check-programs.js';
import type { BenchContext, Comparison } from './frame/comparison.js';

export async function run(context: BenchContext): Promise<Comparison[]> {
  const comparisons = await againstPeers(context);
  await makePrograms();
  return [...comparisons, ...(await atSandbox(context))];
}

async function atSandbox({ extent, rounds, say }: BenchContext): Promise<Comparison[]> {
  say('from the start to the first request');
  const start = await startTime(rounds);
  if (extent !== 'whole') return [start];
  const { child, url } = await startSandbox();
  try {
    say('the journal, shards, and memory');
    return [start, journal(), await shards(url), await memory(url)];
  } finally {
    child.kill();
  }
}
