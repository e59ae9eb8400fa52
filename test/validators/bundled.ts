import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Returns the bundle of a program for browsers, and its size in bytes after compression. */
export async function bundleProgram(program: string, folder: string): Promise<{ text: string; size: number }> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    write: false,
  });
  const [{ text } = { text: '' }] = outputFiles;
  return { text, size: gzipSync(text, { level: 9 }).length };
}
