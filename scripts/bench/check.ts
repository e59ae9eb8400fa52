// The packaged check against other testers of services, and in what a user sees of it alone.
import { againstPeers } from './check/against-peers.js';
import { journal, memory, startTime } from './check/own-bounds.js';
import { makePrograms, startSandbox } from './check-programs.js';
import type { BenchContext, Comparison } from './frame/comparison.js';

export async function run(context: BenchContext): Promise<Comparison[]> {
  await makePrograms();
  // First, since the peers take a quarter of an hour.
  const own = await atSandbox(context);
  return [...(await againstPeers(context)), ...own];
}

async function atSandbox({ extent, rounds, say }: BenchContext): Promise<Comparison[]> {
  say('from the start to the first request');
  const start = await startTime(rounds);
  if (extent !== 'whole') return [start];
  const { child, url } = await startSandbox();
  try {
    say('the journal, and memory');
    return [start, journal(), await memory(url, rounds)];
  } finally {
    child.kill();
  }
}
