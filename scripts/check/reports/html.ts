import { sentence, visible } from '../../text/escape.js';
import { counted, grouped } from '../../text/numbers.js';
import { duration } from '../../text/progress.js';
import { type Finding, type Severity, severities } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { createdSentence, leftOf } from '../model/report/state-report.js';
import { aboutRule } from '../model/rules/rule-text.js';
import { repeatLines } from './curl.js';
import { evidenceSection, matrix, notTestedSection, operationStates, operationsSection } from './html-matrix.js';
import { style } from './html-style.js';
import { type Html, html, nothing } from './html-text.js';
import {
  counting,
  explainCommand,
  isAccepted,
  listed,
  modeOf,
  namesOf,
  othersOf,
  placeOf,
  ruleUri,
  verdictWords,
} from './summary.js';

/** Forbids all scripts and loading, whatever text a server sent. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The report as one page without scripts and other files. */
export function htmlReport(given: CheckReport): string {
  const report = listed(given);
  const states = operationStates(report);
  const title = `${verdictWords[report.verdict]}: contract check of ${visible(report.target.baseUrl)}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: policy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ html: style }}</style>
</head>
<body>
<main>
${banner(report)}
${numbers(report)}
${findings(report)}
${matrix(report, states)}
${notTestedSection(report, states)}
${baseline(report)}
${createdSection(report)}${notes(report)}
${evidenceSection(report)}
${operationsSection(states)}
</main>
<footer><p>Made by directory-contract on ${report.run.started.slice(0, 10)}.
The same report as data: --report json=file.</p></footer>
</body>
</html>`;
  return `${page.html}\n`;
}

function banner(report: CheckReport): Html {
  const { contract, target, run } = report;
  const facts: [string, string][] = [
    ['Target', visible(target.baseUrl)],
    ['Contract', `${visible(contract.title)} ${visible(contract.version)}`],
    ...(contract.file === undefined ? [] : [['File', visible(contract.file)] satisfies [string, string]]),
    ['Mode', modeOf(report)],
    ['Started', visible(run.started.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC'))],
    [
      'Duration',
      `${duration(run.milliseconds)} for ${counted(run.requests, 'request')}, ` +
        `${grouped(run.requestsPerSecond)} a second`,
    ],
  ];
  return html`<section class="card verdict ${report.verdict}"><p class="kind">Contract check</p>
<h1>${verdictWords[report.verdict]}</h1><p>${sentence(report.why)}</p>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

function numbers({ counts, coverage, evidence }: CheckReport): Html {
  const tally = (kind: Severity, value: number): Html =>
    html`<div class="${value === 0 ? 'none' : kind}"><b>${grouped(value)}</b>${value === 1 ? kind : `${kind}s`}</div>`;
  const { operations, inScope, successTested, refusalTested, statuses, fields } = coverage;
  return html`<section class="card" id="numbers"><h2>In numbers</h2><div class="numbers">
<div class="tally">${severities.map((severity) => tally(severity, counts[severity]))}
<div class="none"><b>${grouped(evidence.length)}</b>
${evidence.length === 1 ? 'unknown' : 'unknowns'} with evidence</div>
<div class="none"><b>${grouped(inScope)}</b>of ${counted(operations, 'operation')} in scope</div></div>
${bar('Success tested', successTested, inScope)}
${bar('Refusals tested', refusalTested, inScope)}
${bar('Documented statuses seen', statuses.seen, statuses.documented)}
${bar('Documented fields seen', fields.seen, fields.documented)}</div></section>`;
}

function bar(label: string, seen: number, all: number): Html {
  const share = all === 0 ? 0 : (100 * seen) / all;
  return html`<div class="bar"><div class="label"><span>${label}</span>
<b class="count">${grouped(seen)}/${grouped(all)}</b></div>
<span class="track"><i style="width:${share.toFixed(1)}%"></i></span></div>`;
}

function baseline({ baseline: accepted }: CheckReport): Html {
  if (!accepted) return nothing;
  const list = (label: string, ids: readonly string[]): Html =>
    ids.length === 0
      ? nothing
      : html`<li><h3>${label}</h3>
<div class="ids">${ids.map((id) => html`<code>${visible(id)}</code>`)}</div></li>`;
  return html`<section class="card" id="baseline"><h2>Baseline</h2>
<p><code>${visible(accepted.file)}</code> accepts ${counted(accepted.accepted.length, 'finding')} of this run.</p>
<ul class="reasons">${list('Fixed; remove them from the file', accepted.fixed)}
${list('No longer accepted, since their date has passed', accepted.expired)}</ul></section>`;
}

function createdSection({ created = [] }: CheckReport): Html {
  const about = createdSentence(created);
  if (about === undefined) return nothing;
  const rows = leftOf(created).map(({ operationId, id, path, why = '' }) => {
    const named = id === undefined ? nothing : html`<code>${visible(id)}</code>`;
    return html`<li>${sentence(why)}
<div class="ids"><code>${visible(operationId)}</code>${named}<code>${visible(path)}</code></div></li>`;
  });
  const list = rows.length === 0 ? nothing : html`<h3>Created and not removed</h3><ul class="reasons">${rows}</ul>`;
  return html`<section class="card" id="created"><h2>Created resources</h2>
<p>${about}</p>${list}</section>`;
}

function notes({ notes: all }: CheckReport): Html {
  if (all.length === 0) return nothing;
  return html`<section class="card" id="notes"><h2>Notes</h2>
<ul class="reasons">${all.map((note) => html`<li>${sentence(note)}</li>`)}</ul></section>`;
}

/** Up to this number, all findings are open at first. */
const openFindings = 5;

/** Every finding with the command that repeats its request; observations and accepted findings are folded. */
export function findings(report: CheckReport): Html {
  const telling = counting(report);
  const quiet = report.findings.filter((finding) => !telling.includes(finding));
  if (report.findings.length === 0) return nothing;
  const blocks = telling.map((finding) => block(report, finding, telling.length <= openFindings, false));
  const rest =
    quiet.length === 0
      ? nothing
      : html`<details><summary>${quietLabel(report, quiet)}</summary>
${quiet.map((finding) => block(report, finding, false, isAccepted(report, finding)))}</details>`;
  return html`<section class="card" id="findings"><h2>Findings</h2>
${blocks.length === 0 ? html`<p class="soft">No violation and no drift.</p>` : blocks}
${rest}</section>`;
}

function quietLabel(report: CheckReport, quiet: readonly Finding[]): string {
  const accepted = quiet.filter((finding) => isAccepted(report, finding)).length;
  const observed = quiet.length - accepted;
  return [
    ...(observed > 0 ? [counted(observed, 'observation')] : []),
    ...(accepted > 0 ? [`${counted(accepted, 'finding')} that the baseline accepts`] : []),
  ].join(' and ');
}

function block(report: CheckReport, finding: Finding, open: boolean, accepted: boolean): Html {
  const { severity } = finding;
  const where = namesOf(finding, ['rule', 'operationId', 'pointer']).map((part) => html`<code>${part}</code> `);
  const acceptedTag = accepted ? html`<span class="tag accepted">accepted</span>` : nothing;
  const tag = html`<span class="tag ${severity}">${severity}</span>${acceptedTag}`;
  const also = othersOf(finding);
  const others =
    also === ''
      ? nothing
      : html`<dt>also in</dt><dd>${visible(also)}</dd>
`;
  return html`<details${{ html: open ? ' open' : '' }}><summary>${tag}<span class="where">${where}</span></summary>
<div class="finding"><p>${sentence(finding.message)}</p>
<dl class="pairs">
<dt>expected</dt><dd><code>${visible(finding.expected)}</code></dd>
<dt>found</dt><dd><code>${visible(finding.actual)}</code></dd>
${others}<dt>contract</dt><dd><code>${visible(placeOf(finding))}</code></dd>
<dt>rule</dt><dd>${rulePart(report, finding.rule)}</dd>
<dt>standing</dt><dd>${finding.standing}</dd>
<dt>case</dt><dd><code>${visible(finding.case)}</code></dd>
<dt>seen</dt><dd>${counted(finding.count, 'time')}</dd>
</dl>
<pre tabindex="0"><code>${curl(finding)}</code></pre></div></details>`;
}

function rulePart(report: CheckReport, rule: string): Html {
  const [uri, explain] = [ruleUri(report, rule), explainCommand(rule)];
  const command = explain === undefined ? nothing : html`<code>${explain}</code>`;
  const more = uri === undefined ? command : html`<a href="${uri}">${visible(rule)}</a>`;
  return html`${visible(aboutRule(rule))} ${more}`;
}

function curl(finding: Finding): Html {
  return {
    html: repeatLines(finding, 110)
      .map((line) => html`${line}`.html)
      .join('\n'),
  };
}
