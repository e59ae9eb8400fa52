import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { accentOf, contrastOf, readBrand } from '../../scripts/build/docs/site/brand.js';
import { docsSettings } from '../../scripts/commands/docs/docs-settings.js';
import { createFileListener } from '../../scripts/docs-server/serve.js';
import { UsageError } from '../../scripts/text/usage-error.js';
import { type Printed, runHere } from '../commands/input-files/run-here.js';
import { listenHere } from '../listen-here.js';
import { temporaryFile, temporaryFolder } from '../temporary-folder.js';
import { icon, picture } from './brand-images.js';
import { pagesOf, table, tagsOf } from './pages-fixture.js';

const { colours, notColours, pictures, unsafe } = table<{
  colours: [accent: string, sentence: string][];
  notColours: string[];
  pictures: string[];
  unsafe: [content: string, reason: string][];
}>('brand');

const configName = 'directory-contract.config.json';

/** Runs the command in a folder with these files. */
function docs(args: readonly string[], files: Record<string, string | Uint8Array> = {}, folder = temporaryFolder()) {
  for (const [path, content] of Object.entries(files)) writeFileSync(join(folder, path), content);
  return runHere(['docs', ...args], folder);
}

describe('an accent', () => {
  it('has a contrast as WCAG computes it', () => {
    expect(contrastOf('#ffffff', '#000000')).toBe(21);
    expect(contrastOf('#12161b', '#12161b')).toBe(1);
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
    expect(contrastOf('#ff0000', '#ffffff')).toBeCloseTo(4, 2);
  });

  it('of one colour gets a lighter one for dark pages, and two colours stay as they are', () => {
    expect(accentOf('#0A58B8')).toEqual({ light: '#0a58b8', dark: '#4681c9' });
    expect(accentOf('#0a58b8,#7AB7FF')).toEqual({ light: '#0a58b8', dark: '#7ab7ff' });
  });

  it.each(colours)('is refused with the nearest colour that fits: %s', (accent, sentence) => {
    expect(() => accentOf(accent)).toThrow(new UsageError(sentence));
  });

  const colour = fc.uint8Array({ minLength: 3, maxLength: 3 }).map((bytes) => `#${Buffer.from(bytes).toString('hex')}`);

  it('is legible in both schemes once it is taken, and so is each colour that a refusal names', () => {
    fc.assert(
      fc.property(colour, colour, (first, second) => {
        accents: for (let accent of [first, `${first},${second}`]) {
          for (let tries = 0; tries < 3; tries += 1) {
            try {
              const { light, dark } = accentOf(accent);
              expect(contrastOf(light, '#ffffff')).toBeGreaterThanOrEqual(4.5);
              expect(contrastOf(dark, '#12161b')).toBeGreaterThanOrEqual(4.5);
              continue accents;
            } catch (error) {
              if (!(error instanceof UsageError)) throw error;
              const [, wrong = '', nearest = ''] = /^The accent (#\w+) .* fits is (#\w+)\.$/.exec(error.message) ?? [];
              const [light = '', dark] = accent.split(',');
              const isLight = error.message.includes('light pages');
              expect(wrong).toBe(isLight ? light : dark);
              accent = [isLight ? nearest : light, isLight ? dark : nearest].filter(Boolean).join();
            }
          }
          expect.unreachable('The colours of both refusals must fit.');
        }
      }),
    );
  });

  it.each(notColours)('is refused with an example if it is no colour: %j', async (text) => {
    const { code, stderr } = await docs(['--output', 'site', '--accent', text]);
    expect(stderr).toBe(
      "Expected --accent with a colour such as '#0a58b8', or two, for light and dark pages, such as " +
        `'#0a58b8,#7ab7ff', found ${JSON.stringify(text)}.\n`,
    );
    expect(code).toBe(2);
  });
});

describe('an image', () => {
  const reading =
    (option: 'logo' | 'favicon', path: string): (() => unknown) =>
    () =>
      readBrand({ [option]: path });

  it.each(pictures)('is taken if it is an SVG without connections: %s', (content) => {
    expect(reading('logo', temporaryFile('a.txt', content))()).toMatchObject({
      files: [{ path: 'brand.css' }, { path: 'logo.svg' }],
    });
  });

  it.each(unsafe)('is refused if it contains %s', (content, reason) => {
    const path = temporaryFile('a.svg', `<svg xmlns="http://www.w3.org/2000/svg">${content}</svg>`);
    for (const option of ['logo', 'favicon'] as const)
      expect(reading(option, path)).toThrow(
        new UsageError(`The ${option} ${path} contains ${reason}. Remove it, or use a PNG.`),
      );
  });

  it('is refused if it has entities', () => {
    const path = temporaryFile('a.svg', '<!DOCTYPE svg [<!ENTITY a "b">]><svg></svg>');
    expect(reading('logo', path)).toThrow(
      `The logo ${path} contains HTML, XSLT, entities or another encoding, which could hide a script. ` +
        'Remove it, or use a PNG.',
    );
  });

  it('is refused if there is none, or no file in a suitable format of at most 200 kB', () => {
    const folder = temporaryFolder();
    const files = { text: '<html><svg>', none: '', ico: icon, large: `<svg>${' '.repeat(200_000)}` };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    const at = (name: string): string => join(folder, name);
    const says = (option: 'logo' | 'favicon', name: string, sentence: string): void =>
      expect(reading(option, at(name))).toThrow(new UsageError(sentence));
    says('logo', 'a.svg', `Expected a logo at ${at('a.svg')}, but the file does not exist. Correct the path.`);
    says('logo', '', `Expected a logo at ${at('')}, but that is not a file. Correct the path.`);
    says('logo', 'text', `The logo ${at('text')} is not an image in SVG or PNG. Choose another.`);
    says('logo', 'ico', `The logo ${at('ico')} is not an image in SVG or PNG. Choose another.`);
    says('favicon', 'none', `The favicon ${at('none')} is not an image in SVG or PNG or ICO. Choose another.`);
    says('logo', 'large', `Expected a logo of at most 200 kB, found 201 kB in ${at('large')}. Make it smaller.`);
    expect(reading('favicon', at('ico'))()).toMatchObject({ files: [{}, { path: 'favicon.ico', text: icon }] });
  });
});

describe('the command', { tags: 'slow' }, () => {
  const folder = temporaryFolder('brand');
  const site = join(folder, 'site');
  let printed: Printed;
  beforeAll(async () => {
    const section = {
      title: 'From the file',
      logo: 'logo.png',
      accent: '#a00033',
      footer: 'Ask [us](mailto:a@b.example)',
    };
    const files = { [configName]: JSON.stringify({ docs: section }), 'logo.png': picture, 'icon.ico': icon };
    printed = await docs(['--output', 'site', '--title', 'A & B', '--favicon', 'icon.ico'], files, folder);
  });
  const read = (path: string): string => readFileSync(join(site, path), 'utf8');
  const pages = (): [path: string, html: string][] =>
    pagesOf(
      new Map(
        readdirSync(site, { recursive: true, encoding: 'utf8' })
          .filter((path) => path.endsWith('.html') && path !== 'reference.html')
          .map((path) => [path, read(path)]),
      ),
    );

  it('puts options and those of the configuration file on each page, and an option overrides the file', () => {
    expect(printed).toMatchObject({ code: 0, stderr: '' });
    expect(pages().length).toBeGreaterThan(200);
    for (const [path, html] of pages()) {
      const root = '../'.repeat(path.split('/').length - 1);
      const tags = tagsOf(html);
      const [, title = ''] = /<title>(.*)<\/title>/.exec(html) ?? [];
      expect(title, path).toMatch(path === 'index.html' ? /^A &#38; B$/ : / · A &#38; B$/);
      expect(html, path).toContain(
        `<a class="home" href="${root}index.html"><img src="${root}logo.png" alt=""> A &#38; B <`,
      );
      expect(html, path).toContain('<footer>\n<p>Ask <a href="mailto:a@b.example">us</a></p>\n');
      const links = tags.filter(({ name }) => name === 'link').map(({ attributes }) => attributes.get('href'));
      expect(links.slice(0, 3), path).toEqual([`${root}favicon.ico`, `${root}site.css`, `${root}brand.css`]);
    }
    expect(read('reference.html').match(/<title>[^<]*/g)).toEqual(['<title>A &#38; B']);
    expect(read('brand.css')).toContain('--link: light-dark(#a00033, #c35e7e)');
  });

  it('copies images byte by byte, and leaves all other files as they are', () => {
    expect(readFileSync(join(site, 'logo.png'))).toEqual(Buffer.from(picture));
    expect(readFileSync(join(site, 'favicon.ico'))).toEqual(Buffer.from(icon));
    for (const path of ['index.md', 'operations/getFilter.md', 'openapi.json', 'site.css', 'search.js'])
      expect(read(path), path).toBe(readFileSync(join('generated/docs', path), 'utf8'));
  });

  it('serves images with their media types', async () => {
    const server = await listenHere(createServer(createFileListener(site)));
    for (const [path, type] of [
      ['logo.png', 'image/png'],
      ['favicon.ico', 'image/x-icon'],
    ])
      expect((await fetch(`${server.url}/${path}`)).headers.get('content-type')).toBe(type);
    await server.close();
  });
});

it('the guide has each option in a table', () => {
  const guide = readFileSync('openapi/docs/teach.md', 'utf8');
  const options = [...guide.matchAll(/^\| `--(\w+) /gm)].map(([, name]) => name);
  expect(options).toEqual(docsSettings.map(({ name }) => name));
});

describe('a mistake', () => {
  it.each([
    [['--accent', '#777777'], 'The accent #777777 has a contrast of 4.47:1 on #ffffff'],
    [['--logo', 'none.svg'], 'Expected a logo at none.svg, but the file does not exist. Correct the path.\n'],
    [['--favicon', configName], `The favicon ${configName} is not an image in SVG or PNG or ICO. Choose another.\n`],
    [['--title', ''], 'Expected --title with a text, found "".\n'],
  ])('in an option leaves the output folder as it was: %j', async (args, sentence) => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'empty'));
    for (const output of ['site', 'empty']) {
      const { code, stdout, stderr } = await docs(['--output', output, ...args], { [configName]: '{}' }, folder);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr.startsWith(sentence), stderr).toBe(true);
    }
    expect(existsSync(join(folder, 'site'))).toBe(false);
    expect(readdirSync(join(folder, 'empty'))).toEqual([]);
  });

  it.each([
    [{ accent: '#777777' }, /^The accent #777777 has a contrast of 4\.47:1 on #ffffff/],
    [{ accent: 'blue' }, /config\.json:1:19: Expected "accent" with a colour such as .*, found "blue"\.\n$/],
    [
      { logo: '../a.svg' },
      /config\.json:1:17: "logo" leads to \.\.\/a\.svg, .* use --logo \.\.\/a\.svg on the command line/,
    ],
    [{ titel: 'A' }, /config\.json:1:18: "titel" is not a setting\. Did you mean title\?\n$/],
  ])('in the configuration file is reported with its place: %j', async (section, sentence) => {
    const files = { [configName]: JSON.stringify({ docs: section }) };
    const { code, stderr } = await docs(['--output', 'site'], files);
    expect(stderr).toMatch(sentence);
    expect(code).toBe(2);
  });
});
