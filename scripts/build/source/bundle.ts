import type { OpenApiDocument } from '../../contract/document.js';
import { toYaml } from '../../contract/parse-yaml.js';
import { withSharedQuestions } from '../../contract/shared-questions.js';
import { BuildError, compareText } from '../../text/problem.js';
import { messagesOf, redoclyConfig, runRedocly } from './redocly.js';
import { rootFile } from './source.js';

const notice = '# Made by "npm run build" from openapi/; do not edit.\n';

const topLevelKeys = [
  'openapi',
  'info',
  'jsonSchemaDialect',
  'servers',
  'security',
  'tags',
  'x-tagGroups',
  'paths',
  'components',
  'x-unknowns',
];

const componentKinds = [
  'schemas',
  'parameters',
  'requestBodies',
  'responses',
  'examples',
  'headers',
  'securitySchemes',
];

/**
 * Joins the files under `openapi/` into one document. Each operation also gets the open questions about its unstated
 * facets. Two components with the same name are an error, because Redocly would silently rename one of them.
 *
 * @throws BuildError if Redocly fails
 */
export async function bundle(project: string, signal?: AbortSignal): Promise<OpenApiDocument> {
  const args = ['--ext', 'json', '--component-renaming-conflicts-severity', 'error', '--config', redoclyConfig];
  const run = await runRedocly(project, ['bundle', rootFile, ...args], signal);
  if (run.exitCode !== 0) throw new BuildError(`Redocly could not bundle ${rootFile}:\n${messagesOf(run)}`, [], 2);
  return sortBundle(withSharedQuestions(JSON.parse(run.stdout) as OpenApiDocument));
}

/**
 * Sorts top-level keys and components, whose order has no meaning. Redocly lists components in the order in which it
 * finds them, so moving a path would reorder the components. Paths, tags, properties and operations keep their order.
 */
export function sortBundle(document: OpenApiDocument): OpenApiDocument {
  const components: OpenApiDocument['components'] = {};
  for (const kind of sortNames(Object.keys(document.components), componentKinds)) {
    const componentsByName = document.components[kind] ?? {};
    components[kind] = Object.fromEntries(Object.entries(componentsByName).sort(([a], [b]) => compareText(a, b)));
  }
  const result = { ...document, components } as Record<string, unknown> & OpenApiDocument;
  return Object.fromEntries(sortNames(Object.keys(result), topLevelKeys).map((key) => [key, result[key]])) as never;
}

/** Sorts names: first `leadingNames` in their order, then the others alphabetically. */
function sortNames(names: string[], leadingNames: readonly string[]): string[] {
  const rank = (name: string): number =>
    leadingNames.includes(name) ? leadingNames.indexOf(name) : leadingNames.length;
  return [...names].sort((a, b) => rank(a) - rank(b) || compareText(a, b));
}

export function bundleText(document: OpenApiDocument, firstLine = notice): string {
  return firstLine + toYaml(document);
}

export function bundleJson(document: OpenApiDocument): string {
  return `${JSON.stringify(document, undefined, 2)}\n`;
}
