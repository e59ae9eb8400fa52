import { cp, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { consumerProject, type PackedPackage } from './packed-package.js';

/**
 * A project below the consumer's folder with a copy of the package and Vitest beside it, where the other projects have
 * none.
 *
 * @returns its folder
 */
export async function suiteProject(
  packed: PackedPackage,
  name: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const home = await consumerProject(packed, name, files);
  // A link to the package would lead to where Vitest is not.
  await cp(packed.installed, join(home, 'node_modules/directory-contract'), { recursive: true });
  await symlink(join(packed.project, 'node_modules/vitest'), join(home, 'node_modules/vitest'), 'junction');
  return home;
}
