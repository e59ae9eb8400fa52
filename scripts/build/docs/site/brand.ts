import { escapeHtml } from '../../../text/escape.js';
import { UsageError } from '../../../text/usage-error.js';
import { proseToHtmlLine } from '../text/prose.js';
import { type BrandFile, readImage } from './brand-image.js';

/** Texts, colours (one, or two for light and dark pages) and paths of images, as a company gives them. */
export type BrandOptions = Readonly<Partial<Record<'title' | 'logo' | 'accent' | 'favicon' | 'footer', string>>>;

/** What a company puts on the docs of its own. */
export interface Brand {
  readonly title: string | undefined;
  /** A line of Markdown. */
  readonly footer: string | undefined;
  /** The style, and the images, each named after its option. */
  readonly files: readonly BrandFile[];
}

/** @throws UsageError for an image or a colour that the docs cannot show; undefined without any option */
export function readBrand({ title, logo, accent, favicon, footer }: BrandOptions): Brand | undefined {
  if ((title ?? logo ?? accent ?? favicon ?? footer) === undefined) return undefined;
  const images = [readImage('logo', logo, ['SVG', 'PNG']), readImage('favicon', favicon, ['SVG', 'PNG', 'ICO'])];
  return { title, footer, files: [{ path: 'brand.css', text: styleText(accent) }, ...images.flat()] };
}

/** In print, links stay black. */
function styleText(accent: string | undefined): string {
  const logoStyle = '.home img { height: 1.75rem; max-width: 8rem; object-fit: contain; vertical-align: middle }\n';
  if (accent === undefined) return logoStyle;
  const { light, dark } = accentOf(accent);
  return `${logoStyle}@media screen { :root { --link: light-dark(${light}, ${dark}) } }\n`;
}

/** Parts of a page's frame, of a brand or as usual; all but the name are HTML. `root` leads to the first page. */
export function brandParts(brand: Brand | undefined, root: string): Record<FramePart, string> {
  const { title = 'Directory interface', footer, files = [] } = brand ?? {};
  const [logo, favicon] = ['logo', 'favicon'].map((name) => files.find(({ path }) => path.startsWith(name))?.path);
  return {
    siteName: title,
    icon: root + (favicon ?? 'icon.svg'),
    style: brand === undefined ? '' : `<link rel="stylesheet" href="${root}brand.css">\n`,
    home: (logo === undefined ? '' : `<img src="${root}${logo}" alt=""> `) + escapeHtml(title),
    footer: footer === undefined ? '' : `<p>${proseToHtmlLine(footer)}</p>\n`,
  };
}

type FramePart = 'siteName' | 'icon' | 'style' | 'home' | 'footer';

/** The colours of `--page` in `scripts/docs-page/variables.css`, and the contrast of text on them (WCAG 2.2, 1.4.3). */
const backgrounds = { light: '#ffffff', dark: '#12161b' } as const;
const neededContrast = 4.5;

/** The colours in light and in dark pages; the first decides about a missing second. @throws UsageError */
export function accentOf(text: string): Record<keyof typeof backgrounds, string> {
  const [light = '', dark = legibleColour(light, 'dark')] = text.toLowerCase().split(/, ?/);
  const accent = { light, dark };
  for (const scheme of ['light', 'dark'] as const) {
    const [colour, background] = [accent[scheme], backgrounds[scheme]];
    const nearestColour = legibleColour(colour, scheme);
    if (nearestColour === colour) continue;
    // Rounded down, so that 4.499 does not look sufficient.
    const contrast = Math.floor(contrastOf(colour, background) * 100) / 100;
    throw new UsageError(
      `The accent ${colour} has a contrast of ${contrast}:1 on ${background}, the background of ${scheme} pages, but ` +
        `text needs ${neededContrast}:1. The nearest colour that fits is ${nearestColour}.`,
    );
  }
  return accent;
}

/** The colour itself, or its first mixture with black or white that is legible in pages of the scheme. */
function legibleColour(colour: string, scheme: keyof typeof backgrounds): string {
  const end = scheme === 'light' ? 0 : 255;
  for (let part = 0; ; part += 1) {
    const mixture = Buffer.from(colour.slice(1), 'hex').map((channel) => channel + ((end - channel) * part) / 255);
    const mixedColour = `#${Buffer.from(mixture).toString('hex')}`;
    if (contrastOf(mixedColour, backgrounds[scheme]) >= neededContrast) return mixedColour;
  }
}

/** The contrast ratio of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [first, second].map(luminanceOf).sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [...Buffer.from(colour.slice(1), 'hex')].map((channel) =>
    channel <= 0.04045 * 255 ? channel / 255 / 12.92 : ((channel / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
