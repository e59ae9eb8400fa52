// @ts-check
import { isObject, nodesOf } from '../contract/walk.js';
import { formatValue } from './format.js';

/** Every body has named examples, and each example has a summary. @param {unknown} document */
export default function namedExamples(document) {
  const findings = [];
  const bodies = nodesOf(document, 'requestBody', 'response').map(({ path }) => [...path, 'content'].join('\n'));
  for (const { path, value } of nodesOf(document, 'mediaType')) {
    // Media types of parameters and headers are not bodies.
    if (!bodies.includes(path.slice(0, -1).join('\n'))) continue;
    if (Object.hasOwn(value, 'example')) {
      findings.push({
        message:
          'Expected named examples under "examples"; found "example". Move it there, with a name, a summary and ' +
          'a value.',
        path: [...path, 'example'],
      });
    }
    if (!isObject(value.examples) || Object.keys(value.examples).length === 0) {
      if (Object.hasOwn(value, 'example')) continue;
      findings.push({
        message:
          `Expected at least one named example for ${formatValue(path.at(-1))}; ` +
          `found ${formatValue(value.examples)}. Add one under "examples", with a summary.`,
        path: value.examples === undefined ? path : [...path, 'examples'],
      });
      continue;
    }
    for (const [name, example] of Object.entries(value.examples)) {
      // A referenced example is a component: the second loop checks it, and only once.
      if (!isObject(example) || '$ref' in example) continue;
      findings.push(...withoutSummary(example, [...path, 'examples', name]));
    }
  }
  for (const { path, value } of nodesOf(document, 'example')) {
    if (path[0] !== 'components' || path[1] !== 'examples' || '$ref' in value) continue;
    findings.push(...withoutSummary(value, path));
  }
  return findings;
}

/** @param {Record<string, unknown>} example @param {(string | number)[]} path */
function withoutSummary({ summary }, path) {
  if (typeof summary === 'string' && summary.trim() !== '') return [];
  return [
    {
      message:
        `Expected a summary on the example ${formatValue(path.at(-1))}; ` +
        `found ${formatValue(summary)}. Say in a few words what the example shows.`,
      path: summary === undefined ? path : [...path, 'summary'],
    },
  ];
}
