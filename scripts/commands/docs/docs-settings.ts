import type { BrandOptions } from '../../build/docs/site/brand.js';
import { fileKind, patternKind, type SettingRow, textKind } from '../check/setting-kinds.js';

const accentKind = patternKind(
  "a colour such as '#0a58b8', or two, for light and dark pages, such as '#0a58b8,#7ab7ff'",
  '^#[0-9A-Fa-f]{6}(?:, ?#[0-9A-Fa-f]{6})?$',
);

/** Flags of `docs`, which are also entries of the section `docs` in the configuration file. */
export const docsSettings: readonly (SettingRow & { name: keyof BrandOptions })[] = [
  { name: 'title', kind: textKind('a text'), placeholder: 'text', description: 'name of the docs, in each page' },
  { name: 'logo', kind: fileKind(), description: 'picture before the title: SVG or PNG, at most 200 kB' },
  {
    name: 'accent',
    kind: accentKind,
    placeholder: 'colour',
    description: 'colour of links and buttons, or two, for light and dark pages; in quotes',
  },
  { name: 'favicon', kind: fileKind(), description: 'icon of the pages: SVG, PNG or ICO, at most 200 kB' },
  {
    name: 'footer',
    kind: textKind('a text'),
    placeholder: 'text',
    description: 'line of Markdown at the end of each page',
  },
];
