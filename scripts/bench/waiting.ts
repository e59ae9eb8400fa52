// What users wait for: a check of a server far away or near, a write to the sandbox, and the build.
import { makePrograms, startSandbox } from './check-programs.js';
import type { BenchContext, Comparison } from './frame/comparison.js';
import { rates } from './sandbox.js';
import { againstBareLoop } from './waiting/against-bare-loop.js';
import { builds } from './waiting/build.js';
import { farAway } from './waiting/far-away.js';

export async function run(context: BenchContext): Promise<Comparison[]> {
  return [
    ...(await farAway(context)),
    ...(await nearby(context)),
    ...(await rates(context, ['PATCH'], 'limit')),
    ...(await builds(context)),
  ];
}

async function nearby(context: BenchContext): Promise<Comparison[]> {
  if (context.extent === 'smoke') return [];
  await makePrograms();
  const { child, url } = await startSandbox();
  try {
    return await againstBareLoop(url, context);
  } finally {
    child.kill();
  }
}
