import fc from 'fast-check';
import MarkdownIt, { type Token } from 'markdown-it';
import { describe, expect, it } from 'vitest';
import type { Finding } from '../../../scripts/check/model/finding.js';
import type { CheckReport } from '../../../scripts/check/model/report/report.js';
import { renderReport } from '../../../scripts/check/reports/index.js';
import { sanitizeSentence } from '../../../scripts/text/escape.js';
import { hostileRuns, hostileText, hostileTime, reportWith } from './hostile.js';
import { fullReport, sampleReport } from './sample.js';

/** Parses Markdown as liberally as GitHub does: with HTML, images, and every link that has a scheme. */
const open = new MarkdownIt({ html: true, linkify: true });
open.validateLink = () => true;
open.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add('//', null);

interface Read {
  /** Types of tokens in order, with the HTML tags. */
  shape: string[];
  /** The visible texts, one for each run. */
  texts: string[];
  /** Texts that GitHub would turn into a link or a mention. */
  links: string[];
}

/** Patterns that GitHub turns into links and mentions if they stand between tags and comments. */
const linked = /:\/\/|\bwww\.|@\w|#\d/i;

/** Returns the rendered text of Markdown. Comments are removed, since they only interrupt links. */
function read(markdown: string): Read {
  const isComment = ({ type, content }: Token): boolean => type === 'html_inline' && content === '<!-- -->';
  // The first line of a comment has the title of the contract, without all characters that mean something.
  const all = open
    .parse(markdown.replace(/^<!-- directory-contract[\w -]* -->/, '<!-- first -->'), {})
    .flatMap((token) => (token.type === 'inline' ? (token.children ?? []) : token));
  const tokens = all.filter((token) => !isComment(token) && !(token.type === 'text' && token.content === ''));
  const runs = all
    .map((token) => (token.type === 'text' ? token.content : '\n'))
    .join('')
    .split('\n');
  const shape: string[] = [];
  const texts: string[] = [];
  for (const [index, { type, tag, info, content }] of tokens.entries()) {
    if (type === 'text' && tokens[index - 1]?.type === 'text') {
      texts.push((texts.pop() ?? '') + content);
      continue;
    }
    shape.push(type === 'html_inline' ? content : type === 'fence' ? `fence ${info}` : `${type} ${tag}`);
    if (type === 'html_block') shape.push(...(content.match(/<[^>]*>/g) ?? []).filter((text) => text !== '<!-- -->'));
    texts.push(type === 'html_block' ? plainOf(content) : content);
  }
  return { shape, texts, links: runs.filter((run) => linked.test(run)) };
}

/** Returns the text of HTML without tags and comments, and with decoded entities. */
function plainOf(html: string): string {
  return html
    .replaceAll('<!-- -->', '')
    .replace(/<[^>]*>/g, '')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

describe('the Markdown report', () => {
  /** The report without code blocks, and without the few tags of its own. */
  const prose = (text: string): string =>
    text
      .replaceAll(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '')
      .replaceAll(/(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g, 'code')
      .replaceAll(/<\/?(?:details|summary|code)>|<!-- -->/g, '§');

  it('fences a block in more backticks than it contains', () => {
    const report = sampleReport();
    Object.assign(report.findings[0] as Finding, { curl: '```' });
    expect(renderReport('markdown', report)).toContain('\n````sh\n```\n````\n');
  });

  it('has the same number of lines, rows and tags, whatever a server sends', { timeout: hostileTime }, () => {
    const shape = (text: string): unknown => {
      const lines = prose(text).split('\n');
      return {
        headings: lines.filter((line) => line.startsWith('#')).length,
        items: lines.filter((line) => /^(?:[-+*]|\d+[.)])(?:\s|$)/.test(line)).length,
        bars: lines.map((line) => line.split('|').length - 1).filter((bars) => bars > 0),
        tags: text.match(/<\/?[a-z]+>/g)?.filter((tag) => /<\/?(?:details|summary)>/.test(tag)).length,
      };
    };
    const benign = shape(renderReport('markdown', reportWith('x')));
    fc.assert(
      fc.property(
        hostileText.filter((text) => !/<\/?(?:details|summary)>/.test(text)),
        (text) => {
          const markdown = renderReport('markdown', reportWith(text));
          expect(shape(markdown)).toEqual(benign);
          expect(prose(markdown)).not.toMatch(/[<`[\]~_@]|:\/\/|\bwww\.|^ {4}|(?<!\*)\*(?!\*)/m);
        },
      ),
      { numRuns: hostileRuns },
    );
  });
});

describe.each(['markdown', 'comment', 'evidence'] as const)('the report %s, read back', (format) => {
  it('is the same document, and shows what a server sent', {
    tags: 'slow',
    timeout: hostileTime,
  }, () => {
    const benign = read(renderReport(format, reportWith('x')));
    expect(benign.shape.filter((kind) => kind.startsWith('code_inline'))).not.toEqual([]);
    fc.assert(
      fc.property(hostileText, (text) => {
        const { shape, texts, links } = read(renderReport(format, reportWith(text)));
        expect({ shape, links }).toEqual({ shape: benign.shape, links: [] });
        const shownText = sanitizeSentence(text).trim();
        expect(texts.filter((each) => each.includes(shownText)).length).toBeGreaterThan(2);
      }),
      { numRuns: hostileRuns },
    );
  });
});

/** The sample report with this text in every place that a server and a contract can fill. */
function filledWith(text: string): CheckReport {
  const report = sampleReport();
  const [first] = report.findings as [Finding];
  report.findings = Array.from({ length: 3000 }, (_, index) => ({
    ...first,
    id: `${index}`,
    rule: `rule.number-${index % 40}`,
    operationId: `${index}${text}`,
    pointer: `/${text}`,
    message: text,
    expected: text,
    actual: text,
  }));
  for (const [index, operation] of report.operations.entries()) {
    operation.success = { tested: false, reason: `${index} ${text}` };
    operation.operationId = `${index}${text}`;
  }
  report.notes = Array.from({ length: 30 }, (_, index) => `${index} ${text}`);
  report.contract.title = text;
  report.why = text;
  report.target.baseUrl = text;
  report.baseline = { file: text, accepted: [], fixed: [text, text], expired: [text] };
  return report;
}

describe('the comment for a pull request', () => {
  it.each([
    ['short', 'x'],
    ['long', 'word '.repeat(5000)],
    ['hostile', '\u200b`|<b>@name\n'.repeat(500)],
  ])('has at most 60 lines and 60,000 characters, however much was found, in %s texts', { tags: 'slow' }, (_, text) => {
    const comment = renderReport('comment', filledWith(text));
    expect(comment.trimEnd().split('\n').length).toBeLessThanOrEqual(60);
    expect(comment.length).toBeLessThanOrEqual(60_000);
    expect(comment).toContain('| violation | <code>rule.number-0</code> | 75 | 75 |');
    expect(comment).toContain('27 other rules');
  });

  it('shows one finding of each rule before a second one', () => {
    const report = filledWith('x');
    const rules = [...renderReport('comment', report).matchAll(/^- ❌ <code>(\S+)<\/code>/gm)].map(([, rule]) => rule);
    expect(rules).toHaveLength(10);
    expect(new Set(rules).size).toBe(10);
  });

  it('says what is new and fixed since the baseline', () => {
    const report = fullReport();
    report.baseline = { file: 'known.json', accepted: [report.findings[0]?.id ?? ''], fixed: ['b', 'c'], expired: [] };
    report.findings.push({ ...(report.findings[0] as Finding), id: 'new', seenIn: [] });
    expect(renderReport('comment', report)).toContain(
      'Compared with the baseline `known.json`: 1 finding is new, 1 accepted, 2 fixed.\n',
    );
  });

  it('is a few lines for a server that keeps the contract', () => {
    const report = { ...sampleReport({ green: true }), notes: [] };
    expect(renderReport('comment', report).split('\n').length).toBeLessThan(12);
  });
});
