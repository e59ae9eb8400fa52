import { readFile } from 'node:fs/promises';
import { checkPackage, createPackageFromTarballData, type Problem } from '@arethetypeswrong/core';
import { problemKindInfo } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { counted } from '../../text/numbers.js';
import type { Gate } from '../gate.js';

export const publintGate: Gate = {
  name: 'publint',
  about: 'passes publint --strict',
  async run({ tarball }) {
    const bytes = await readFile(tarball.path);
    const { messages, pkg } = await publint({ pack: { tarball: new Uint8Array(bytes).buffer }, strict: true });
    const exported = Object.keys((pkg['exports'] ?? {}) as object).length;
    return {
      figure:
        `${counted(exported, 'export')} and ${counted(tarball.files.length, 'file')}, ` +
        `${counted(messages.length, 'message')}`,
      problems: messages.map((message) => `${message.type}: ${formatMessage(message, pkg, { color: false })}`),
    };
  },
};

/** Documents and data, which need no types. */
const withoutTypes = [
  './openapi.yaml',
  './openapi.json',
  './package.json',
  './schemas/*.json',
  './check/*.schema.json',
];

/** In the sample, two entry points for any platform and one for Node.js, since each takes a second. */
const sampled = ['.', './validators', './vitest'];

export const typesResolveGate: Gate = {
  name: 'types-resolve',
  about: 'has types at every entry point, for ES modules, CommonJS, bundlers and old resolution, according to attw',
  async run({ tarball }, scope) {
    const bytes = createPackageFromTarballData(new Uint8Array(await readFile(tarball.path)));
    const chosen = scope === 'sample' ? { entrypoints: sampled } : { excludeEntrypoints: withoutTypes };
    const analysis = await checkPackage(bytes, chosen);
    if (!analysis.types) return { figure: 'no types', problems: ['attw finds no types at all in the package.'] };
    const problems = analysis.problems.map(sentence);
    const ways = Object.values(analysis.entrypoints).map(({ resolutions }) => Object.keys(resolutions).length);
    return {
      figure:
        `${counted(ways.length, 'entry point')} × ${counted(Math.max(...ways), 'way')} to resolve, ` +
        `${counted(problems.length, 'problem')}`,
      problems: [...new Set(problems)],
    };
  },
};

function sentence({ kind, ...details }: Problem): string {
  return `attw finds ${kind}: ${problemKindInfo[kind].title}. ${JSON.stringify(details)}`;
}
