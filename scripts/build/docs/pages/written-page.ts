import type { Problem } from '../../../text/problem.js';
import { type MarkdownLink, outlineOf, placeIn } from '../links/markdown-links.js';

/** A hand-written Markdown file, unparsed. */
export interface WrittenFile {
  /** Relative to the project, with forward slashes: `openapi/docs/errors.md`. */
  path: string;
  bytes: Uint8Array;
}

/** A valid hand-written Markdown file. */
export interface WrittenPage {
  path: string;
  text: string;
  /** Text of its first heading. */
  title: string;
  /** Ids of its headings. */
  anchors: ReadonlySet<string>;
  /** All links, in the order of the file. */
  links: readonly MarkdownLink[];
}

/**
 * Reads a hand-written file: UTF-8 text that starts with the only first-level heading, and closes its code fences.
 *
 * @returns the page, or the problems of the file
 */
export function readWrittenPage({ path, bytes }: WrittenFile): WrittenPage | Problem[] {
  const { text, mistake } = textOf(bytes);
  const problem = (offset: number, rule: string, message: string, hint: string): Problem => ({
    file: path,
    ...placeIn(text, offset),
    rule,
    message,
    hint,
  });
  if (mistake) return [problem(mistake.offset, 'docs/text', mistake.message, 'Save the file as UTF-8 text.')];
  const { headings, links, openFences } = outlineOf(text);
  const problems = openFences.map(({ offset, markup }) =>
    problem(offset, 'docs/fence', `No line of ${markup} closes the code fence.`, 'Add the line.'),
  );
  const [title, ...others] = headings.filter(({ level }) => level === 1);
  if (!title?.text.trim() || text.slice(0, title.offset).trim() !== '') {
    const found = text.trim() === '' ? 'an empty file' : 'other text';
    return [
      ...problems,
      problem(0, 'docs/title', `Expected a title ("# …") at the beginning, found ${found}.`, 'Start with the title.'),
    ];
  }
  for (const { text: words, offset } of others) {
    problems.push(
      problem(
        offset,
        'docs/title',
        `Expected one title, found a second one: "${words}".`,
        'Write it with two signs ("## …").',
      ),
    );
  }
  if (problems.length > 0) return problems;
  return { path, text, title: title.text, anchors: new Set(headings.map(({ id }) => id)), links };
}

/** Decodes the bytes. Without `fatal`, bytes that are not UTF-8 would silently become replacement characters. */
function textOf(bytes: Uint8Array): { text: string; mistake?: { offset: number; message: string } } {
  const text = new TextDecoder('utf-8').decode(bytes);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return {
      text,
      mistake: { offset: text.indexOf('\ufffd'), message: 'Expected UTF-8, found bytes that are not UTF-8.' },
    };
  }
  const offset = text.search(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/);
  if (offset === -1) return { text };
  const code = text.charCodeAt(offset).toString(16).toUpperCase().padStart(4, '0');
  return { text, mistake: { offset, message: `Expected text, found the control character U+${code}.` } };
}
