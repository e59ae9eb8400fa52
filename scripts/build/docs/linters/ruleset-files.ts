import { readFileSync } from 'node:fs';
import type { SiteFile } from '../pages/docs-page.js';

/** Rulesets for Spectral, without the rules that our contract breaks for a reason. */
export function rulesetFiles(): SiteFile[] {
  return ['spectral.yaml', 'spectral-ibm.yaml'].map((path) => ({
    path,
    text: readFileSync(new URL(path, import.meta.url), 'utf8'),
  }));
}
