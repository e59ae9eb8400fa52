import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runGate } from '../../scripts/release/gate.js';
import { gates } from '../../scripts/release/gates/index.js';
import { type PackedPackage, packTarball, writeFiles } from '../../scripts/release/packed-package.js';
import { temporaryFolder } from '../temporary-folder.js';
import { yamlBeside } from '../yaml-beside.js';

const { files, leftOver, gateProblems } = yamlBeside<{
  files: Record<string, string>;
  leftOver: Record<string, string>;
  gateProblems: Record<string, string[]>;
}>(import.meta.url, 'broken-package.yaml');

/** Replaces the names of texts that differ in each run. */
const fill = (all: Record<string, string>, names: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).map(([path, text]) => [path, text.replaceAll(/\$(\w+)/g, (sign, name) => names[name] ?? sign)]),
  );

const folder = temporaryFolder('broken-package');
let packed: PackedPackage;

// One package with a mistake for each gate, copied to the folder into which npm would install it.
beforeAll(async () => {
  const project = join(folder, 'project');
  // A text that can hardly be compressed.
  const noise = Array.from({ length: 3_000 }, (_, index) => ((index + 1) * Math.SQRT2).toString(36).slice(-8)).join('');
  await writeFiles(project, fill(files, { scripts: JSON.stringify(`${project}/scripts`), noise }));
  const tarball = await packTarball(project, folder);
  const consumer = join(folder, 'consumer');
  const installedText = join(consumer, 'node_modules/directory-contract');
  await cp(project, installedText, { recursive: true });
  await writeFiles(join(consumer, 'node_modules/left-over'), leftOver);
  packed = { project, tarball, folder, consumerFolder: consumer, packageFolder: installedText };
});

/** Returns the problems that a gate finds in the package, or in a package with another tarball. */
async function problemsAt(name: string, tarball: Partial<PackedPackage['tarball']> = {}): Promise<string> {
  const gate = gates.find((otherGate) => otherGate.name === name);
  if (!gate) throw new Error(`Unknown gate ${name}.`);
  const changedPackage = { ...packed, tarball: { ...packed.tarball, ...tarball } };
  return (await runGate(gate, changedPackage, 'sample')).problems.join('\n');
}

describe('a broken package', () => {
  it.each(Object.entries(gateProblems))('fails the gate %s', { tags: 'slow' }, async (name, expected) => {
    const problems = await problemsAt(name);
    for (const text of expected) expect(problems).toContain(text);
  });

  it('fails the gate files if it is too large', async () => {
    const problems = await problemsAt('files', { size: 3_300_000, unpackedSize: 20_100_000 });
    expect(problems).toContain('The size of the tarball is 3.3 MB; the limit is 3.2 MB.');
    expect(problems).toContain('The size of the unpacked package is 20.1 MB; the limit is 20.0 MB.');
  });
});
