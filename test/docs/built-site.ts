import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildDocsSite } from '../../scripts/build/docs/site.js';
import { madeOnce } from '../made-once.js';
import { bundle } from '../spec/bundle.js';
import { guides } from './pages-fixture.js';

/** The docs as they are published. A test run builds them once. */
export interface BuiltSite {
  folder: string;
  /** The URL of the folder as a file, with a slash at its end. */
  root: string;
  /** The path of each file. A path that the build makes twice appears twice. */
  paths: string[];
}

export async function builtSite(): Promise<BuiltSite> {
  const createdText = await madeOnce('docs', async (top) => {
    const files = await buildDocsSite(bundle, guides);
    for (const { path, text } of files) {
      mkdirSync(dirname(join(top, 'site', path)), { recursive: true });
      writeFileSync(join(top, 'site', path), text);
    }
    writeFileSync(join(top, 'paths.json'), JSON.stringify(files.map(({ path }) => path)));
  });
  const folder = join(createdText, 'site');
  const paths = JSON.parse(readFileSync(join(createdText, 'paths.json'), 'utf8')) as string[];
  return { folder, root: pathToFileURL(`${folder}/`).href, paths };
}
