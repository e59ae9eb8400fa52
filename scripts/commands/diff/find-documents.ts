import { realpathSync, statSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { type BundledDocument, bundleFiles } from '../../contract/files/bundle-files.js';
import { isOutside } from '../../files/named-file.js';
import {
  findCommit,
  findRepository,
  findRoot,
  isInRepository,
  listCommittedFiles,
  type Repository,
  runGit,
} from '../../system/git.js';
import { suggest } from '../../text/did-you-mean.js';
import { sanitize } from '../../text/escape.js';
import { formatList } from '../../text/numbers.js';
import { UsageError } from '../../text/usage-error.js';
import { type FileSource, pathIn, readFileAt, sourceAround, toFileTree } from './file-tree.js';
import { contractPath, findVersion, type NamedDocument, readNamed, versionIn } from './versions.js';

/** What a person names: a version of this package, a file, or a file in a revision of a repository. */
type Source = { kind: 'version'; version: string } | { kind: 'file'; text: string; path: string } | RevisionSource;

interface RevisionSource {
  kind: 'revision';
  revision: string;
  commit: string;
  repository: Repository;
  /** The path from the top of the repository; undefined if the person names only a revision. */
  path: string | undefined;
}

export interface Folders {
  /** The folder of the package, or of its repository. */
  packageFolder: string;
  currentFolder: string;
}

/**
 * Finds the documents that a person names: `0.1.0`, `old.yaml`, `main:api/openapi.yaml`, or `main` with the path of the
 * other document. Each is joined with the files to which it refers.
 *
 * @returns undefined for a document that has a default; only that of a revision is the same file in the work tree
 * @throws UsageError that says what can be named, for anything else
 */
export async function findDocuments(
  oldText: string | undefined,
  newText: string | undefined,
  folders: Folders,
): Promise<{ old: NamedDocument | undefined; current: NamedDocument | undefined }> {
  const [old, current] = [oldText, newText].map((text) =>
    text === undefined ? undefined : sourceOf(text, folders.currentFolder),
  );
  const oldDocument = old && (await readSource(old, current, folders));
  if (current) return { old: oldDocument, current: await readSource(current, old, folders) };
  if (old?.kind !== 'revision') return { old: oldDocument, current: undefined };
  const path = pathOf(old, undefined);
  return { old: oldDocument, current: await readFileWithParts(join(old.repository.top, path), path, folders) };
}

async function readSource(source: Source, other: Source | undefined, folders: Folders): Promise<NamedDocument> {
  if (source.kind === 'version') return findVersion(source.version, folders.packageFolder);
  if (source.kind === 'file') return readFileWithParts(source.path, source.text, folders);
  return readRevision(source, pathOf(source, other), folders.currentFolder);
}

function sourceOf(text: string, currentFolder: string): Source {
  const version = versionIn(text);
  if (version !== undefined) return { kind: 'version', version };
  const file: Source = { kind: 'file', text, path: resolve(currentFolder, text) };
  const stats = statSync(file.path, { throwIfNoEntry: false });
  // A name with a colon may be that of a file, even of a pipe.
  if (stats?.isDirectory() === false) return file;
  const [, revision = text, path] = /^([^:]+):(.+)$/s.exec(text) ?? [];
  if (path?.startsWith('//')) {
    const advice = 'but nothing is downloaded. Save its content in a file, and name that.';
    throw new UsageError(`${sanitize(text)} is an address, ${advice}`);
  }
  const isFileName = stats !== undefined || /\.[a-z]\w*$/i.test(text) || !isInRepository(currentFolder);
  if (path === undefined && isFileName && findCommit(currentFolder, revision) === undefined) return file;
  const repository = findRepository(currentFolder);
  const commit = findCommit(currentFolder, revision);
  if (commit === undefined) throw unknownRevisionError(revision, currentFolder);
  // Like git, a path with a dot begins at the current folder, any other at the top.
  const wholePath = path !== undefined && /^\.\.?\//.test(path) ? posix.join(repository.prefix, path) : path;
  return { kind: 'revision', revision, commit, repository, path: wholePath };
}

/** The path of a document in a revision: its own, else that of the other document, else the default. */
function pathOf({ path, repository }: RevisionSource, other: Source | undefined): string {
  if (path !== undefined) return path;
  if (other?.kind === 'revision') return other.path ?? contractPath;
  return other?.kind === 'file' ? pathIn(repository, other.path) : contractPath;
}

function readRevision(source: RevisionSource, path: string, currentFolder: string): NamedDocument {
  const { revision, commit, repository } = source;
  const fileSource: FileSource = { top: repository.top, revision: { name: revision, commit } };
  const bytes = readFileAt(fileSource, path);
  if (typeof bytes === 'string') throw missingPathError(source, path, bytes);
  const document = bundleFiles(path, bytes, toFileTree(fileSource, currentFolder));
  return { name: `${revision}:${path}`, ...withPlacesIn(currentFolder, repository.top, document) };
}

async function readFileWithParts(file: string, name: string, folders: Folders): Promise<NamedDocument> {
  const { bytes } = await readNamed(file, name, folders.packageFolder);
  const source = sourceAround(dirname(file));
  const document = bundleFiles(pathIn(source, file), bytes, toFileTree(source, folders.currentFolder));
  return { name, ...withPlacesIn(folders.currentFolder, source.top, document) };
}

/** Names the files of a document, which are below `top`, as the repository around the current folder does. */
function withPlacesIn(
  currentFolder: string,
  top: string,
  { bytes, placeOf }: BundledDocument,
): Pick<NamedDocument, 'bytes' | 'placeOf'> {
  const prefix = pathIn({ top: findRoot(currentFolder) }, realpathSync(top));
  if (isOutside(prefix)) return { bytes };
  return {
    bytes,
    placeOf(pointer) {
      const { file, line } = placeOf(pointer);
      return { file: posix.join(prefix, file), line };
    },
  };
}

function unknownRevisionError(revision: string, folder: string): UsageError {
  const name = sanitize(revision, 100);
  const isShallow = runGit(folder, ['rev-parse', '--is-shallow-repository']).output?.toString().trim() === 'true';
  const branch = /^(?:origin\/)?(?!HEAD)([\w./-]+)$/.exec(revision)?.[1];
  const isRemote = revision.startsWith('origin/');
  if (isShallow || isRemote) {
    const fetch = branch === undefined ? 'git fetch --unshallow' : `git fetch origin ${branch} --depth=1`;
    return new UsageError(
      `The revision ${name} is not in this clone${isShallow ? ', which is shallow' : ''}. Run "${fetch}" first; in a ` +
        'workflow of GitHub, give actions/checkout "fetch-depth: 0".',
    );
  }
  const remote =
    branch !== undefined && findCommit(folder, `origin/${branch}`) ? ` Did you mean origin/${branch}?` : '';
  const advice = '"git branch --all" and "git tag" list the names of revisions.';
  return new UsageError(`${name} is neither a file nor a revision of this repository.${remote} ${advice}`);
}

const documentPattern = /(?:openapi|swagger|api)[^/]*\.(?:ya?ml|json)$/i;

function missingPathError(
  { revision, commit, repository, path }: RevisionSource,
  wantedPath: string,
  reason: string,
): UsageError {
  const files = listCommittedFiles(repository.top, commit);
  const name = sanitize(revision, 100);
  if (files.includes(wantedPath)) return new UsageError(`${name}:${sanitize(wantedPath)} ${sanitize(reason)}.`);
  const candidates = files.filter((file) => documentPattern.test(file));
  const examples = candidates.slice(0, 3).map((file) => `${name}:${sanitize(file)}`);
  const known = path === undefined && examples.length > 0 ? `It has ${formatList(examples, 3)}.` : '';
  const advice =
    path === undefined
      ? `Name the path of the contract, too: ${name}:path/to/openapi.yaml. ${known}`
      : `Paths begin at the top of the repository. ${suggest(wantedPath, candidates)}`;
  return new UsageError(`${name} has no file ${sanitize(wantedPath)}. ${advice}`.trimEnd());
}
