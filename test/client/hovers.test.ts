// @module-tag slow
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '../sample.js';
import { yamlBeside } from '../yaml-beside.js';
import { type Editor, editors } from './editors.js';

type Texts = Readonly<Record<string, readonly string[]>>;
const {
  program,
  hovers,
  'hovers with inherited comments': inheritedComments,
  completions,
} = yamlBeside<{ program: string; hovers: Texts; 'hovers with inherited comments': Texts; completions: Texts }>(
  import.meta.url,
  'hovers.yaml',
);

describe.each(sample(editors, 2))('an editor with %s', (name, open) => {
  let editor: Editor;
  beforeAll(async () => {
    editor = await open(program);
  });
  afterAll(() => editor[Symbol.asyncDispose]());

  it.each(Object.entries(hovers))('explains %s in plain sentences', async (mark, texts) => {
    const allTexts = name === 'TypeScript 5.9' ? [...texts, ...(inheritedComments[mark] ?? [])] : texts;
    const hover = await editor.hover(mark);
    for (const text of allTexts) expect(hover).toContain(text);
    expect(hover).not.toContain('@description');
    if (!allTexts.includes('@example')) expect(hover).not.toContain('@example');
    // Only types and whole sentences may say "undefined".
    expect(hover).not.toMatch(/(?<!\| )\bundefined\b(?! if| removes)/);
    // A type with all members of an operation or an entry would push the sentences off the screen.
    expect(hover.split('\n').length).toBeLessThan(25);
  });

  it.each(Object.entries(completions))('offers %s', async (mark, values) => {
    expect(await editor.completions(mark)).toEqual(expect.arrayContaining([...values]));
  });
});
