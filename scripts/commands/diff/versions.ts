import { existsSync, realpathSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { BundledDocument } from '../../contract/files/bundle-files.js';
import { limits } from '../../contract/parse-yaml.js';
import { readComparedDocument } from '../../diff/compared-document.js';
import { isVersion } from '../../diff/version.js';
import { generatedFile } from '../../generated-file.js';
import { runGit } from '../../system/git.js';
import { sanitize } from '../../text/escape.js';
import { reasonOf } from '../../text/system-error.js';
import { UsageError } from '../../text/usage-error.js';

/** A document with its name for people. Only a document in files of a team has places. */
export interface NamedDocument extends Pick<BundledDocument, 'bytes'>, Partial<Pick<BundledDocument, 'placeOf'>> {
  name: string;
}

/** The folder of this package, or of the repository. */
export const packageFolder = fileURLToPath(new URL('..', generatedFile('openapi.yaml')));

/** The path of the contract, which is also the usual one in revisions. */
export const contractPath = 'generated/openapi.yaml';
const baselinePath = 'baseline/openapi.yaml';

export async function readOwnDocument(folder = packageFolder): Promise<NamedDocument> {
  const bytes = await readOwnBytes(folder);
  return bytes ? { name: 'this package', bytes } : readNamed(join(folder, contractPath), 'this package', folder);
}

/** The package leaves out the file to save space, because its programs contain the same document. */
async function readOwnBytes(folder: string): Promise<Uint8Array | undefined> {
  const path = join(folder, contractPath);
  if (folder !== packageFolder || existsSync(path)) return readIfSmall(path);
  const { contract } = await import('../../../generated/contract.js');
  return new TextEncoder().encode(JSON.stringify(contract));
}

/** The contract of the last release. @throws UsageError if this copy of the package lacks it */
export async function readBaselineDocument(folder = packageFolder): Promise<NamedDocument> {
  const bytes = await readIfSmall(join(folder, baselinePath));
  if (bytes) return { name: 'the last release', bytes };
  const missingText = `${baselinePath}, the contract of the last release, does not exist here.`;
  throw new UsageError(`${missingText} Name a file or a version to compare with. ${await availableVersions(folder)}`);
}

/** The version that a word such as `0.1.0` or `v0.1.0` names; undefined if it is no version. */
export function versionIn(text: string): string | undefined {
  const version = text.replace(/^v(?=\d)/, '');
  return isVersion(version) ? version : undefined;
}

/**
 * Finds a version: the released contract (the baseline, or a tag of the repository). The current contract counts as its
 * version only without such a release, since it may have changed meanwhile.
 *
 * @throws UsageError that lists the available versions
 */
export async function findVersion(version: string, folder = packageFolder): Promise<NamedDocument> {
  const baseline = await readIfSmall(join(folder, baselinePath));
  if (baseline && versionOf(baseline) === version) return { name: 'the last release', bytes: baseline };
  const tagBytes = git(folder, 'show', `v${version}:${contractPath}`);
  if (tagBytes !== undefined) return { name: `tag v${version}`, bytes: tagBytes };
  const ownBytes = await readOwnBytes(folder);
  if (ownBytes && versionOf(ownBytes) === version) return { name: 'this package', bytes: ownBytes };
  throw new UsageError(
    `Version ${sanitize(version, 60)} of the contract is not available here. ${await availableVersions(folder)} ` +
      `Name one of them, a file, or a tag with a path, such as v${sanitize(version, 60)}:openapi.yaml.`,
  );
}

/** @throws UsageError that lists the available versions, for an unreadable file */
export async function readNamed(path: string, name: string, folder: string): Promise<NamedDocument> {
  try {
    const { size } = await stat(path);
    if (size > limits.bytes) {
      throw new UsageError(
        `${sanitize(name)}: expected a document of at most ${limits.bytes / 1e6} MB, found ` +
          `${(size / 1e6).toFixed(1)} MB.`,
      );
    }
    return { name, bytes: await readFile(path) };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const unread = `The document ${sanitize(name)} cannot be read: ${sanitize(reasonOf(error))}.`;
    const advice = 'Name a file, a version, or a revision of git, such as main:openapi.yaml.';
    throw new UsageError(`${unread} ${advice} ${await availableVersions(folder)}`);
  }
}

async function availableVersions(folder: string): Promise<string> {
  const [ownBytes, baseline, tags] = await Promise.all([
    readOwnBytes(folder),
    readIfSmall(join(folder, baselinePath)),
    git(folder, 'tag', '--list', 'v*', '--sort=-version:refname'),
  ]);
  const tagVersions = new TextDecoder()
    .decode(tags)
    .split('\n')
    .map((tag) => tag.slice(1))
    .filter(isVersion);
  const versions = [ownBytes, baseline]
    .flatMap((bytes) => (bytes ? [versionOf(bytes)] : []))
    .filter((version) => version !== undefined);
  const names = [...new Set([...versions, ...tagVersions])].map((version) => sanitize(version, 60));
  if (names.length === 0) return 'No versions are available here.';
  return `Available versions: ${names.slice(0, 20).join(', ')}${names.length > 20 ? ', and older ones' : ''}.`;
}

function versionOf(bytes: Uint8Array): string | undefined {
  try {
    return readComparedDocument('', bytes).version;
  } catch {
    return undefined;
  }
}

async function readIfSmall(path: string): Promise<Uint8Array | undefined> {
  try {
    return (await stat(path)).size > limits.bytes ? undefined : await readFile(path);
  } catch {
    return undefined;
  }
}

/** Runs git only at the top of a repository: a repository around an installed package has unrelated tags. */
function git(folder: string, ...args: string[]): Uint8Array | undefined {
  try {
    const top = runGit(folder, ['rev-parse', '--show-toplevel']).output?.toString().trimEnd();
    const isTop = top !== undefined && realpathSync(top) === realpathSync(folder);
    return isTop ? runGit(folder, args, limits.bytes + 1).output : undefined;
  } catch {
    return undefined;
  }
}
