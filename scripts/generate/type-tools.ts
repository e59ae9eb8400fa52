import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { TypeTools } from '../build/artefacts/types.js';
import { fetchTool, findTool, openapiTypescript, toMissingToolError } from '../system/tool.js';

/**
 * Loads the tools that make `types.ts`. If the tools with the supported versions are not installed, npx fetches them.
 *
 * @param say prints a line before npx fetches a package
 * @throws UsageError if they are not installed and cannot be fetched
 */
export async function loadTypeTools(say: (line: string) => void): Promise<TypeTools> {
  const installedPath = findTool(openapiTypescript);
  const isUsable = installedPath !== undefined && compilerFor(installedPath) !== undefined;
  const generator = isUsable ? installedPath : await fetchTool(openapiTypescript, say);
  const compiler = compilerFor(generator);
  // With the setting legacy-peer-deps, npm does not fetch the compiler.
  if (compiler === undefined) throw toMissingToolError(openapiTypescript);
  const [generatorModule, compilerModule] = (await Promise.all(
    [generator, compiler].map((path) => import(pathToFileURL(path).href)),
  )) as [{ default: TypeTools['openapiTS']; astToString: TypeTools['astToString'] }, { default: TypeTools['ts'] }];
  return { openapiTS: generatorModule.default, astToString: generatorModule.astToString, ts: compilerModule.default };
}

/** The path of the compiler that a generator uses; undefined unless generator and compiler have supported versions. */
function compilerFor(generator: string): string | undefined {
  const require = createRequire(generator);
  const versionOf = (name: string): string => (require(`${name}/package.json`) as { version: string }).version;
  try {
    const isKnownVersion = versionOf('openapi-typescript') === openapiTypescript.packages['openapi-typescript'];
    return isKnownVersion && versionOf('typescript').startsWith('5.') ? require.resolve('typescript') : undefined;
  } catch {
    return undefined;
  }
}
