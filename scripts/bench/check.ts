// The packaged check against other testers of services, against a bare loop of its own requests, and in what a user
// sees of it alone.
import { againstBareLoop } from './check/against-bare-loop.js';
import { againstPeers } from './check/against-peers.js';
import { journal, memory, shards, startTime } from './check/own-bounds.js';
import { makePrograms, startSandbox } from './check-programs.js';
import type { BenchContext, Comparison } from './frame/comparison.js';

export async function run(context: BenchContext): Promise<Comparison[]> {
  const comparisons = await againstPeers(context);
  await makePrograms();
  return [...comparisons, ...(await atSandbox(context))];
}

async function atSandbox(context: BenchContext): Promise<Comparison[]> {
  const { extent, rounds, say } = context;
  say('from the start to the first request');
  const start = await startTime(rounds);
  if (extent === 'smoke') return [start];
  const { child, url } = await startSandbox();
  try {
    const speed = await againstBareLoop(url, context);
    if (extent === 'quick') return [start, ...speed];
    say('the journal, shards, and memory');
    return [start, ...speed, journal(), await shards(url), await memory(url)];
  } finally {
    child.kill();
  }
}
