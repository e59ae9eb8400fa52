import { createRequire } from 'node:module';
import { obeyed, unseen } from '../../check/reports/hostile.js';

/** A text that terminals, CI services, Markdown, HTML, YAML or TypeScript would act on if it were not escaped. */
export const canary =
  'canary\u001b[2J\u009b31m\r::error::one ::warning::x\r\n::error file=a.yaml::two\n##vso[task.complete]\n' +
  '  ##teamcity[x]\u202e`` ` )](http://canary.example/) [a](javascript:alert(1)) @canary | ' +
  '<img src=x onerror=alert(1)> ]]> */ \u2028';

const markdownIt = createRequire(import.meta.url)('markdown-it') as new (
  options: object,
) => { render(text: string): string };
const markdown = new markdownIt({ html: true, linkify: false });

/** Formats whose text is Markdown. */
const isMarkdown = new Set(['markdown', 'comment', 'evidence', 'md']);

/** Returns the elements that the canary becomes in Markdown, HTML or XML. */
function elementsIn(name: string, text: string): string[] {
  const read = isMarkdown.has(name) ? markdown.render(text) : ['html', 'junit'].includes(name) ? text : '';
  const active = /<img\b[^>]*onerror|<a [^>]*(?:canary\.example|javascript:)|<script[^>]*>[^<]*canary/i.exec(read);
  return active ? [`${name} has an element of the text: ${excerpt(read, active.index)}`] : [];
}

/** Returns the parts of the canary that would take effect in an output; empty for an inert output. */
export function leaksIn(name: string, text: string): string[] {
  const leaks: string[] = [];
  const control = new RegExp(`(?!\\n)${unseen.source}`, 'u').exec(text);
  if (control)
    leaks.push(`${name} has U+${(control[0].codePointAt(0) ?? 0).toString(16)}: ${excerpt(text, control.index)}`);
  const ownText = name === 'github' ? text.replace(/^::(?:error|warning|notice) /gm, '') : text;
  const command = obeyed.exec(ownText);
  if (command) leaks.push(`${name} has a command of a log: ${excerpt(ownText, command.index)}`);
  // A value stays on one line, so a text in the value cannot begin a line.
  if (/^\s*\\u\{3a\}:error file/m.test(text)) leaks.push(`${name} has a line break of the text`);
  if (name === 'json' && text !== '') JSON.parse(text);
  leaks.push(...elementsIn(name, text));
  if (name === 'junit' && text.includes(']]>')) leaks.push('junit has the end of a CDATA section');
  return leaks;
}

function excerpt(text: string, index: number): string {
  return JSON.stringify(text.slice(Math.max(0, index - 80), index + 60));
}

/** A file that contains the canary at one place. */
export interface Variant {
  /** The JSON pointer of the place, and a sign for the kind of change. */
  at: string;
  value: unknown;
}

/** All ways to put a text into a JSON value: into each of its values, as a name beside others, and as a new name. */
export function* variantsOf(value: unknown, text: string, pointer = ''): Iterable<Variant> {
  yield { at: `${pointer}=`, value: text };
  if (typeof value === 'string') yield { at: `${pointer}+`, value: `${value}${text}` };
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const changedVariant of variantsOf(item, text, `${pointer}/${index}`))
        yield { ...changedVariant, value: value.with(index, changedVariant.value) };
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { at: `${pointer}/*`, value: { ...value, [text]: text } };
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _, ...others } = value as Record<string, unknown>;
      yield { at: `${pointer}/${name}~`, value: { [text]: item, ...others } };
      for (const changedVariant of variantsOf(item, text, `${pointer}/${name}`))
        yield { ...changedVariant, value: { ...value, [name]: changedVariant.value } };
    }
  }
}
