// @ts-check
import { nodesOf } from '../contract/walk.js';
import { list, show } from './shown.js';

/** A format is one that validators know. @param {unknown} document @param {{ formats: string[] }} options */
export default function knownFormats(document, { formats }) {
  const findings = [];
  for (const { path, value } of nodesOf(document, 'schema')) {
    if (value.format === undefined || formats.includes(String(value.format))) continue;
    findings.push({
      message:
        `Expected a format of ${list(formats)}; found ${show(value.format)}. ` +
        'Correct it, or add it to the list in .spectral.yaml if validators know it.',
      path: [...path, 'format'],
    });
  }
  return findings;
}
