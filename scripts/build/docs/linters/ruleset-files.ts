import { readFileSync } from 'node:fs';
import type { SiteFile } from '../pages/docs-page.js';

/** Rulesets of Spectral without the rules that our contract has a reason not to keep. */
export function rulesetFiles(): SiteFile[] {
  return ['spectral.yaml', 'spectral-ibm.yaml'].map((path) => ({
    path,
    text: readFileSync(new URL(path, import.meta.url), 'utf8'),
  }));
}
