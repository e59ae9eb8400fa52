import { defaultKey } from '../../sandbox/sandbox.js';
import { measuredCommand } from '../frame/measured-command.js';
import { benchFolder, ourCommand } from '../frame/our-programs.js';
import { startServer } from '../frame/server-process.js';
import { type Growing, spentBy } from './grown.js';

/** Updates, since they leave no new resources behind. */
const updates = [
  'updatePartnerEntry',
  'updateAppEntry',
  'updateFilter',
  'updateFilterOption',
  'updateDirectory',
  'updateTier',
  'updateBadge',
  'updateCallout',
  'updateCertification',
  'updateReview',
];

/** Checks that send so many requests. */
export function runs(requests: readonly number[]): Growing {
  return {
    title: 'Check with more requests',
    measures: `Processor time and memory of a check that updates ${updates.length} resources with random bodies.`,
    sizes: requests.map((count) => ({
      name: `${count.toLocaleString('en')} random bodies`,
      size: count,
      async measure() {
        const command = await ourCommand();
        const server = await startServer([command, 'sandbox', '--port', '0'], /http:\/\/127\.0\.0\.1:\d+/);
        try {
          const random = String(Math.ceil(count / updates.length));
          const args = ['check', server.found, '--include', 'named,inferred', '--writes', 'disposable'];
          const chosen = ['--only', updates.join(), '--runs', random];
          return spentBy(
            await measuredCommand(process.execPath, [command, ...args, ...chosen], {
              cwd: benchFolder(),
              env: { DIRECTORY_API_KEY: defaultKey },
              timeout: 1_800_000,
            }),
          );
        } finally {
          await server.stop();
        }
      },
    })),
  };
}
