import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { consumerProject, type PackedPackage } from './packed-package.js';

/**
 * Creates a consumer project with a copy of the package and with Vitest, which the other projects do not have.
 *
 * @returns its folder
 */
export async function suiteProject(
  packed: PackedPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const home = await consumerProject(packed, name, files);
  // A copy, since a linked package would not find Vitest.
  await cp(packed.installed, join(home, 'node_modules/directory-contract'), { recursive: true });
  await symlink(join(packed.project, 'node_modules/vitest'), join(home, 'node_modules/vitest'), 'junction');
  return home;
}
