// @module-tag slow
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readRuleset } from '../../scripts/build/lint/lint.js';

const require = createRequire(import.meta.url);
const { Ruleset } = require('@stoplight/spectral-core') as typeof import('@stoplight/spectral-core');
const loader = '@stoplight/spectral-ruleset-bundler/with-loader';
const { bundleAndLoadRuleset } = require(loader) as typeof import('@stoplight/spectral-ruleset-bundler/with-loader');

const file = fileURLToPath(new URL('../../.spectral.yaml', import.meta.url));

/** Each rule as data, with functions replaced by their source. */
function written(ruleset: InstanceType<typeof Ruleset>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(ruleset.rules).map(([name, rule]) => [
      name,
      JSON.parse(
        JSON.stringify(
          {
            enabled: rule.enabled,
            severity: rule.severity,
            message: rule.message,
            given: rule.given,
            resolved: rule.resolved,
            then: rule.then,
          },
          (_, value: unknown) => (typeof value === 'function' ? value.name : value),
        ),
      ) as unknown,
    ]),
  );
}

it('the build reads .spectral.yaml as Spectral itself does', async () => {
  const theirs = written(await bundleAndLoadRuleset(file, { fs, fetch }));
  const ours = written(new Ruleset((await readRuleset()) as never, { source: file }));
  expect(Object.keys(theirs).length).toBeGreaterThan(60);
  expect(ours).toEqual(theirs);
});
