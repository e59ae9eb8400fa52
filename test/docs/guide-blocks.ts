import createParser from 'markdown-it';
import { expect } from 'vitest';

/** A code block of a guide, with the output that the guide shows for it. */
export interface GuideBlock {
  /** The language, without the label of a tab that may follow. */
  language: string;
  /** The number of the first line of the block. */
  line: number;
  source: string;
  /** The next block, if it shows the output of this block. */
  prints?: { language: string; text: string };
}

/** Returns the code blocks of a guide in Markdown, in order. */
export function blocksOf(guide: string): GuideBlock[] {
  const fences = createParser()
    .parse(guide, {})
    .filter(({ type }) => type === 'fence');
  return fences.map(({ info, content, map }, index) => {
    const next = fences[index + 1];
    const isOutput = next !== undefined && ['text', 'json'].includes(next.info);
    return {
      language: info.split(' ')[0] ?? '',
      line: map?.[0] ?? 0,
      source: content,
      ...(isOutput ? { prints: { language: next.info, text: next.content } } : {}),
    };
  });
}

/** Expects output lines that begin like these lines, in this order. */
export function expectLines(printedText: string, lines: string): void {
  const rest = printedText.split('\n');
  for (const line of lines.trim().split('\n')) {
    const index = rest.findIndex((text) => text.trim().startsWith(line.trim()));
    expect(index, `${line}\nstands in\n${printedText}`).toBeGreaterThanOrEqual(0);
    rest.splice(0, index + 1);
  }
}
