import { type Document, type Node, visit } from 'yaml';
import { onOneLine } from './answer-text.js';
import type { Splice } from './splices.js';

/** Aliases of what is replaced get the value that they had, since their meaning must stay. */
export function keptAliases(document: Document, replaced: readonly Splice[]): Splice[] {
  const places = replaced.filter(({ from, to }) => to > from);
  const isTouched = ({ range }: Pick<Node, 'range'>): boolean =>
    places.some(({ from, to }) => range && range[0] < to && range[1] > from);
  const kept: Splice[] = [];
  visit(document, {
    Alias(_, alias) {
      const source = alias.resolve(document);
      if (!source || !alias.range || !isTouched(source) || isTouched(alias)) return;
      const [from, to] = alias.range;
      kept.push({ from, to, text: onOneLine(source.toJS(document)) });
    },
  });
  return kept;
}
