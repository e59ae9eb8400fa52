// @ts-check
import { isObject } from '../contract/walk.js';

/** Yields the place of each parameter in a path: the preceding literal segment, then any parameters in between.
 * @param {string} path @returns {{ place: string, parameter: string }[]} */
function parametersOf(path) {
  const segments = path.split('/');
  const parameters = [];
  for (const [index, segment] of segments.entries()) {
    if (!/^\{.*\}$/.test(segment)) continue;
    let start = index - 1;
    while (start > 0 && /^\{.*\}$/.test(segments[start] ?? '')) start -= 1;
    parameters.push({ place: segments.slice(Math.max(start, 0), index).join('/'), parameter: segment });
  }
  return parameters;
}

/** At the same place, all paths have the same parameter.
 * @param {unknown} paths @param {unknown} _options @param {{ path: (string | number)[] }} context */
export default function pathParameterNames(paths, _options, context) {
  if (!isObject(paths)) return [];
  /** @type {Map<string, Map<string, string[]>>} place → parameter → paths that have it there */
  const uses = new Map();
  for (const path of Object.keys(paths)) {
    for (const { place, parameter } of parametersOf(path)) {
      const byParameter = uses.get(place) ?? new Map();
      byParameter.set(parameter, [...(byParameter.get(parameter) ?? []), path]);
      uses.set(place, byParameter);
    }
  }
  const findings = [];
  for (const [place, byParameter] of uses) {
    // The most frequent name is the expected one, so that one wrong path causes one finding. The sort is stable: among
    // equally frequent names, the first in the document wins.
    const [usual, ...others] = [...byParameter].sort((a, b) => b[1].length - a[1].length);
    if (usual === undefined) continue;
    for (const [parameter, pathsWithIt] of others) {
      for (const path of pathsWithIt) {
        findings.push({
          message:
            `Expected ${usual[0]} after "${place}", as in ${usual[1][0]}; ` +
            `found ${parameter}. Use the same name for the same resource.`,
          path: [...context.path, path],
        });
      }
    }
  }
  return findings;
}
