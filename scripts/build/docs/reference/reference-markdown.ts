import type { OpenApiDocument } from '../../../contract/document.js';
import { blocksToMarkdown } from '../text/blocks-to-markdown.js';
import { referenceBlocks } from './reference-blocks.js';

/** The page `reference.md`: the whole interface as one Markdown document. */
export function referenceMarkdown(bundle: OpenApiDocument): string {
  return blocksToMarkdown(referenceBlocks(bundle), 'reference.html');
}
