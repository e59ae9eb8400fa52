import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { problemKindInfo } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { formatCount } from '../../text/numbers.js';
import type { Gate } from '../gate.js';

export const publintGate: Gate = {
  name: 'publint',
  requirement: 'passes publint --strict',
  async run({ tarball }) {
    const bytes = await readFile(tarball.path);
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
    const exportCount = Object.keys((pkg['exports'] ?? {}) as object).length;
    return {
      figure:
        `${formatCount(exportCount, 'export')} and ${formatCount(tarball.files.length, 'file')}, ` +
        `${formatCount(messages.length, 'message')}`,
      problems: messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`),
    };
  },
};

/** Entry points that need no types, because they are documents or data. */
const untypedEntryPoints = [
  './openapi.yaml',
  './openapi.json',
  './package.json',
  './schemas/*.json',
  './check/*.schema.json',
];

/** The entry points of the sample, two for any platform and one for Node.js, since each takes a second to check. */
const sampleEntries = ['.', './validators', './vitest'];

export const typesResolveGate: Gate = {
  name: 'types-resolve',
  requirement: 'has types at every entry point, for ES modules, CommonJS, bundlers and old Node.js, according to attw',
  async run({ tarball }, scope) {
    const bytes = createPackageFromTarballData(new Uint8Array(await readFile(tarball.path)));
    const options = scope === 'sample' ? { entrypoints: sampleEntries } : { excludeEntrypoints: untypedEntryPoints };
    const analysis = await checkPackage(bytes, options);
    if (!analysis.types) return { figure: 'no types', problems: ['attw finds no types at all in the package.'] };
    const problems = analysis.problems.map(problemText);
    const resolutionCounts = Object.values(analysis.entrypoints).map(
      ({ resolutions }) => Object.keys(resolutions).length,
    );
    return {
      figure:
        `${formatCount(resolutionCounts.length, 'entry point')} × ` +
        `${formatCount(Math.max(...resolutionCounts), 'way')} to resolve, ` +
        `${formatCount(problems.length, 'problem')}`,
      problems: [...new Set(problems)],
    };
  },
};

function problemText({ kind, ...details }: Problem): string {
  return `attw finds ${kind}: ${problemKindInfo[kind].title}. ${JSON.stringify(details)}`;
}
