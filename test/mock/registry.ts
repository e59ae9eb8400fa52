import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { listenHere } from '../listen-here.js';
import { temporaryFolder } from '../temporary-folder.js';

const run = promisify(execFile);

/** A package to publish: its manifest and its files. */
export interface Published {
  manifest: { name: string; version: string; [field: string]: unknown };
  files?: Readonly<Record<string, string>>;
}

/** A registry on this machine, and the settings that make npm use only this registry. */
export interface Registry {
  env: Record<string, string>;
  /** The requested paths. */
  requests: string[];
  /** Stops the registry, but keeps npm's cache. */
  close(): void;
  /** Also removes the cache and the files. */
  [Symbol.dispose](): void;
}

/** Settings that make npm use one registry and a cache in the folder of the test, and ignore the user's settings. */
export function npmSettings(registry: string, folder: string): Record<string, string> {
  return {
    npm_config_registry: registry,
    npm_config_cache: join(folder, 'cache'),
    npm_config_userconfig: join(folder, 'npmrc'),
    npm_config_noproxy: '127.0.0.1',
  };
}

/** Serves packages, which npm itself packs. */
export async function registryOf(published: readonly Published[]): Promise<Registry> {
  const folder = temporaryFolder('registry');
  const sources = published.map(({ manifest, files = {} }, index) => {
    const source = join(folder, String(index));
    for (const [path, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) })) {
      mkdirSync(dirname(join(source, path)), { recursive: true });
      writeFileSync(join(source, path), text);
    }
    return source;
  });
  // Packing needs no registry, neither this one nor the public one.
  const options = ['--silent', '--offline', '--no-update-notifier', '--pack-destination', folder];
  await run('npm', ['pack', ...options, ...sources], { cwd: folder });
  const tarballs = new Map(
    published.map(({ manifest }) => [`/-/${tarballOf(manifest)}`, readFileSync(join(folder, tarballOf(manifest)))]),
  );

  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    requests.push(path);
    const body = tarballs.get(path) ?? packument(path.slice(1));
    response.writeHead(body === undefined ? 404 : 200).end(body ?? '{}');
  });
  const { url } = await listenHere(server);

  /** Returns the registry's metadata of a package: its versions, each with its tarball. */
  const packument = (name: string): string | undefined => {
    const manifests = published.map(({ manifest }) => manifest).filter((manifest) => manifest.name === name);
    if (manifests.length === 0) return undefined;
    const versions = manifests.map((manifest) => {
      const path = `/-/${tarballOf(manifest)}`;
      const hash = createHash('sha1').update(tarballs.get(path) ?? '');
      return [manifest.version, { ...manifest, dist: { tarball: url + path, shasum: hash.digest('hex') } }];
    });
    const latest = manifests.at(-1)?.version;
    return JSON.stringify({ name, 'dist-tags': { latest }, versions: Object.fromEntries(versions) });
  };
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { env: npmSettings(url, folder), requests, close, [Symbol.dispose]: close };
}

/** Returns the file name that npm uses for a package. */
function tarballOf({ name, version }: Published['manifest']): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
