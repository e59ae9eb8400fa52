import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { blockText, isLong, memberText, onOneLine } from '../answers/answer-text.js';
import type { Answer } from '../answers/answers.js';
import { isSameJson } from '../contract/json.js';

/** The answers in the text of a file, by question; empty for text without answers. */
export function answersIn(text: string): Record<string, Answer> {
  return answersOf(parseDocument(text));
}

function answersOf(document: Document): Record<string, Answer> {
  const { answers } = (document.toJS() ?? {}) as { answers?: Record<string, Answer> | null };
  return answers ?? {};
}

/**
 * Sets one answer in the text of an answers file. Appends a new answer, or replaces `value`, `except` and `from` of an
 * existing answer; every other byte of the text stays.
 *
 * @param text a file that can be read; empty for a new one
 */
export function withAnswer(text: string, question: string, answer: Answer): string {
  const document = parseDocument(text);
  const oldAnswers = answersOf(document);
  const oldAnswer = oldAnswers[question];
  const answers = { ...oldAnswers, [question]: oldAnswer ? renewAnswer(oldAnswer, answer) : answer };
  const splices = splicesFor(document, text, question, answer);
  const result = applySplices(text, [...splices, ...aliasSplices(document, splices)]);
  if (hasAnswers(result, answers)) return result;
  // Rewrite an unusual form, such as a map with explicit keys: comments and order stay, but not all of the formatting.
  visit(document, { Alias: (_, alias) => document.createNode(alias.toJS(document)) });
  document.setIn(['answers', question], document.createNode(answers[question]));
  return withLineBreaksOf(text, document.toString({ lineWidth: 0 }));
}

/** Renews an answer, but keeps the members that only people write. */
function renewAnswer(answerBefore: Answer, answer: Answer): Answer {
  const except = answer.except ?? (answerBefore.except && {});
  return { ...answerBefore, ...answer, ...(except && { except }) };
}

function hasAnswers(text: string, answers: Record<string, Answer>): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && isSameJson(answersOf(document), answers);
}

function splicesFor(document: Document, text: string, question: string, answer: Answer): Splice[] {
  const { contents } = document;
  const member = (indent: number): string => memberText(question, answer, indent);
  if (!isMap(contents) || contents.flow) return [insertionSplice(text, text.length, `answers:\n${member(2)}`)];
  const answers = pairOf(contents, 'answers');
  if (!answers) return [insertionSplice(text, lineAfter(contents, text), `answers:\n${member(2)}`)];
  const { key, value } = answers;
  if (!isMap(value) || value.items.length === 0) {
    const valueRange = isNode(value) && value.range && value.range[1] > value.range[0] ? value.range : undefined;
    if (valueRange)
      return [{ from: valueRange[0] - spacesBefore(text, valueRange[0]), to: valueRange[1], text: `\n${member(2)}` }];
    return [insertionSplice(text, lineAfter(key as Node, text), member(2))];
  }
  const pair = pairOf(value, question);
  if (isAlias(pair?.value) && pair.value.range) {
    const [from, to] = pair.value.range;
    return [{ from, to, text: onOneLine(renewAnswer(pair.value.toJS(document) as Answer, answer)) }];
  }
  return pair && isMap(pair.value)
    ? renewalSplices(document, text, pair.value, answer)
    : [memberSplice(text, value, question, answer)];
}

function renewalSplices(document: Document, text: string, node: YAMLMap, answer: Answer): Splice[] {
  const all = {
    value: answer.value,
    except: answer.except ?? (node.has('except') ? {} : undefined),
    from: answer.from,
  };
  return Object.entries(all).flatMap(([name, value]): Splice[] => {
    if (value === undefined) return [];
    const pair = pairOf(node, name);
    if (!pair) return [memberSplice(text, node, name, value)];
    if (!isNode(pair.value) || !pair.value.range) return [];
    if (isSameJson(pair.value.toJS(document), value)) return [];
    const [from, to] = pair.value.range;
    const column = columnOf(text, from);
    const isBlock = !node.flow && isCollection(pair.value) && !pair.value.flow && isLong(value);
    // A block scalar includes the line break after its last line.
    const end = text.slice(from, to).endsWith('\n') ? '\n' : '';
    return [{ from, to, text: (isBlock ? blockText(value, column).trimStart() : onOneLine(value)) + end }];
  });
}

/** Adds a member at the end of a map. */
function memberSplice(text: string, map: YAMLMap, name: string, value: unknown): Splice {
  const lastPair = map.items.at(-1) as Pair;
  const at = isNode(lastPair.value) && lastPair.value.range ? lastPair.value : (lastPair.key as Node);
  if (map.flow) {
    const end = at.range?.[1] ?? text.length;
    return { from: end, to: end, text: `, ${onOneLine(name)}: ${onOneLine(value)}` };
  }
  const first = map.items[0]?.key as Node;
  return insertionSplice(text, lineAfter(at, text), memberText(name, value, columnOf(text, first.range?.[0] ?? 0)));
}

function pairOf(map: YAMLMap, name: string): Pair | undefined {
  return map.items.find(({ key }) => (isScalar(key) ? key.value : isAlias(key) ? undefined : key) === name);
}

/** The beginning of the line after a node. If the node ends with a block of text, its range includes the line break. */
function lineAfter({ range }: Node, text: string): number {
  const index = range?.[1] ?? text.length;
  if (index > 0 && text[index - 1] === '\n') return index;
  const end = text.indexOf('\n', index);
  return end < 0 ? text.length : end + 1;
}

/** Adds lines before the line that begins at a position. */
function insertionSplice(text: string, index: number, lines: string): Splice {
  const lineBreak = index === 0 || text[index - 1] === '\n' ? '' : '\n';
  return { from: index, to: index, text: `${lineBreak}${lines}\n` };
}

function spacesBefore(text: string, index: number): number {
  return / *$/.exec(text.slice(Math.max(0, index - 80), index))?.[0].length ?? 0;
}

function columnOf(text: string, index: number): number {
  return index - (text.lastIndexOf('\n', index - 1) + 1);
}

/** Replaces aliases of replaced nodes with the old values, so that their meaning stays the same. */
function aliasSplices(document: Document, replacements: readonly Splice[]): Splice[] {
  const places = replacements.filter(({ from, to }) => to > from);
  const isTouched = ({ range }: Pick<Node, 'range'>): boolean =>
    places.some(({ from, to }) => range && range[0] < to && range[1] > from);
  const splices: Splice[] = [];
  visit(document, {
    Alias(_, alias) {
      const source = alias.resolve(document);
      if (!source || !alias.range || !isTouched(source) || isTouched(alias)) return;
      const [from, to] = alias.range;
      splices.push({ from, to, text: onOneLine(source.toJS(document)) });
    },
  });
  return splices;
}

interface Splice {
  from: number;
  to: number;
  text: string;
}

/** Applies all splices to text, with the line breaks of the text. */
function applySplices(text: string, splices: readonly Splice[]): string {
  return [...splices]
    .sort((a, b) => b.from - a.from)
    .reduce(
      (result, { from, to, text: piece }) => result.slice(0, from) + withLineBreaksOf(text, piece) + result.slice(to),
      text,
    );
}

function withLineBreaksOf(text: string, piece: string): string {
  return text.includes('\r\n') ? piece.replaceAll('\n', '\r\n') : piece;
}
