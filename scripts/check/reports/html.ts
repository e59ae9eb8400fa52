import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { formatCount, groupDigits } from '../../text/numbers.js';
import { formatDuration } from '../../text/progress.js';
import { type Finding, type Severity, severities } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { creationSentence, remainingResourcesOf } from '../model/report/state-report.js';
import { ruleSubject } from '../model/rules/rule-text.js';
import { reproductionLines } from './curl.js';
import { evidenceSection, notTestedSection, operationStates, operationsSection, renderMatrix } from './html-matrix.js';
import { stylesheet } from './html-style.js';
import { emptyHtml, type Html, html } from './html-text.js';
import {
  explainCommand,
  isAccepted,
  namesOf,
  openFindingsOf,
  otherOperationsOf,
  placeOf,
  ruleUri,
  runSettingsText,
  toDisplayReport,
  unseenFieldsOf,
  verdictWords,
} from './summary.js';

/** The content security policy. It forbids scripts and the loading of files, whatever text a server has sent. */
const contentSecurityPolicy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** Returns the report as one HTML page, without scripts or other files. */
export function htmlReport(fullReport: CheckReport): string {
  const report = toDisplayReport(fullReport);
  const states = operationStates(report);
  const title = `${verdictWords[report.verdict]}: contract check of ${sanitize(report.target.baseUrl)}`;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${{ html: contentSecurityPolicy }}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${{ html: stylesheet }}</style>
</head>
<body>
<main>
${renderBanner(report)}
${numbersSection(report)}
${findingsSection(report)}
${renderMatrix(report, states)}
${notTestedSection(report, states)}
${unseenFieldsSection(report)}
${baselineSection(report)}
${createdSection(report)}${notesSection(report)}
${evidenceSection(report)}
${operationsSection(states)}
</main>
<footer><p>Made by directory-contract on ${report.run.started.slice(0, 10)}.
The same report as data: --report json=file.</p></footer>
</body>
</html>`;
  return `${page.html}\n`;
}

function renderBanner(report: CheckReport): Html {
  const { contract, target, run } = report;
  const pace = `${groupDigits(run.requestsPerSecond)} a second`;
  const facts: [string, string][] = [
    ['Target', sanitize(target.baseUrl)],
    ['Contract', `${sanitize(contract.title)} ${sanitize(contract.version)}`],
    ...(contract.file === undefined ? [] : [['File', sanitize(contract.file)] satisfies [string, string]]),
    ['Mode', runSettingsText(report)],
    ['Started', sanitize(run.started.replace('T', ' ').replace(/(\.\d+)?Z$/, ' UTC'))],
    ['Duration', `${formatDuration(run.milliseconds)} for ${formatCount(run.requests, 'request')}, ${pace}`],
  ];
  return html`<section class="card verdict ${report.verdict}"><p class="kind">Contract check</p>
<h1>${verdictWords[report.verdict]}</h1><p>${sanitizeSentence(report.why)}</p>
<dl class="facts">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

function numbersSection({ counts, coverage, evidence }: CheckReport): Html {
  const countBox = (kind: Severity, n: number): Html =>
    html`<div class="${n === 0 ? 'none' : kind}"><b>${groupDigits(n)}</b>${kind}${n === 1 ? '' : 's'}</div>`;
  const { operations, inScope, successTested, refusalTested, statuses, fields } = coverage;
  return html`<section class="card" id="numbers"><h2>In numbers</h2><div class="numbers">
<div class="tally">${severities.map((severity) => countBox(severity, counts[severity]))}
<div class="none"><b>${groupDigits(evidence.length)}</b>
${evidence.length === 1 ? 'open question' : 'open questions'} with evidence</div>
<div class="none"><b>${groupDigits(inScope)}</b>of ${formatCount(operations, 'operation')} in scope</div></div>
${renderBar('Success tested', successTested, inScope)}
${renderBar('Refusals tested', refusalTested, inScope)}
${renderBar('Documented statuses seen', statuses.seen, statuses.documented)}
${renderBar('Documented fields seen', fields.seen, fields.documented)}</div></section>`;
}

function renderBar(label: string, count: number, total: number): Html {
  const share = total === 0 ? 0 : (100 * count) / total;
  return html`<div class="bar"><div class="label"><span>${label}</span>
<b class="count">${groupDigits(count)}/${groupDigits(total)}</b></div>
<span class="track"><i style="width:${share.toFixed(1)}%"></i></span></div>`;
}

function baselineSection({ baseline }: CheckReport): Html {
  if (!baseline) return emptyHtml;
  const list = (label: string, ids: readonly string[]): Html =>
    ids.length === 0
      ? emptyHtml
      : html`<li><h3>${label}</h3>
<div class="ids">${ids.map((id) => html`<code>${sanitize(id)}</code>`)}</div></li>`;
  return html`<section class="card" id="baseline"><h2>Baseline</h2>
<p><code>${sanitize(baseline.file)}</code> accepts ${formatCount(baseline.accepted.length, 'finding')} of this run.</p>
<ul class="reasons">${list('Fixed findings, which you can remove from the baseline', baseline.fixed)}
${list('Findings whose acceptance has expired', baseline.expired)}</ul></section>`;
}

function unseenFieldsSection(report: CheckReport): Html {
  const { heading, fields } = unseenFieldsOf(report);
  if (fields.length === 0) return emptyHtml;
  const items = fields.map(([id, paths]) => {
    const codes = paths.map((path) => html`<code>${sanitize(path)}</code>`);
    return html`<li><h3><code>${sanitize(id)}</code></h3><div class="ids">${codes}</div></li>`;
  });
  return html`<section class="card" id="fields"><h2>Fields</h2>
<details><summary>${heading}</summary><ul class="reasons">${items}</ul></details></section>`;
}

function createdSection({ created = [] }: CheckReport): Html {
  const sentence = creationSentence(created);
  if (sentence === undefined) return emptyHtml;
  const rows = remainingResourcesOf(created).map(({ operationId, id, path, why = '' }) => {
    const idCode = id === undefined ? emptyHtml : html`<code>${sanitize(id)}</code>`;
    return html`<li>${sanitizeSentence(why)}
<div class="ids"><code>${sanitize(operationId)}</code>${idCode}<code>${sanitize(path)}</code></div></li>`;
  });
  const list = rows.length === 0 ? emptyHtml : html`<h3>Created but not removed</h3><ul class="reasons">${rows}</ul>`;
  return html`<section class="card" id="created"><h2>Created resources</h2>
<p>${sentence}</p>${list}</section>`;
}

function notesSection({ notes }: CheckReport): Html {
  if (notes.length === 0) return emptyHtml;
  return html`<section class="card" id="notes"><h2>Notes</h2>
<ul class="reasons">${notes.map((note) => html`<li>${sanitizeSentence(note)}</li>`)}</ul></section>`;
}

/** Maximum number of findings to show expanded. If there are more, all are collapsed at first. */
const maxExpandedFindings = 5;

/** Returns every finding, with the command that repeats it. Observations and accepted findings are collapsed. */
function findingsSection(report: CheckReport): Html {
  const openFindings = openFindingsOf(report);
  const nonOpenFindings = report.findings.filter((finding) => !openFindings.includes(finding));
  if (report.findings.length === 0) return emptyHtml;
  const isExpanded = openFindings.length <= maxExpandedFindings;
  const blocks = openFindings.map((finding) => findingBlock(report, finding, isExpanded, false));
  const collapsedHtml =
    nonOpenFindings.length === 0
      ? emptyHtml
      : html`<details><summary>${collapsedLabel(report, nonOpenFindings)}</summary>
${nonOpenFindings.map((finding) => findingBlock(report, finding, false, isAccepted(report, finding)))}</details>`;
  return html`<section class="card" id="findings"><h2>Findings</h2>
${blocks.length === 0 ? html`<p class="soft">No violation and no drift.</p>` : blocks}
${collapsedHtml}</section>`;
}

function collapsedLabel(report: CheckReport, collapsedFindings: readonly Finding[]): string {
  const acceptedCount = collapsedFindings.filter((finding) => isAccepted(report, finding)).length;
  const observationCount = collapsedFindings.length - acceptedCount;
  return [
    ...(observationCount > 0 ? [formatCount(observationCount, 'observation')] : []),
    ...(acceptedCount > 0 ? [`${formatCount(acceptedCount, 'finding')} that the baseline accepts`] : []),
  ].join(' and ');
}

function findingBlock(report: CheckReport, finding: Finding, isOpen: boolean, isInBaseline: boolean): Html {
  const { severity } = finding;
  const locationTags = namesOf(finding, ['rule', 'operationId', 'pointer']).map((part) => html`<code>${part}</code> `);
  const acceptedTag = isInBaseline ? html`<span class="tag accepted">accepted</span>` : emptyHtml;
  const tag = html`<span class="tag ${severity}">${severity}</span>${acceptedTag}`;
  const otherNames = otherOperationsOf(finding);
  const otherOperationsRow = otherNames && html`<dt>also in</dt><dd>${sanitize(otherNames)}</dd>\n`;
  const locationHtml = html`<span class="where">${locationTags}</span>`;
  const curlLines = reproductionLines(finding, 110).map((line) => html`${line}`);
  return html`<details${{ html: isOpen ? ' open' : '' }}><summary>${tag}${locationHtml}</summary>
<div class="finding"><p>${sanitizeSentence(finding.message)}</p>
<dl class="pairs">
<dt>expected</dt><dd><code>${sanitize(finding.expected)}</code></dd>
<dt>found</dt><dd><code>${sanitize(finding.actual)}</code></dd>
${otherOperationsRow}<dt>contract</dt><dd><code>${sanitize(placeOf(finding))}</code></dd>
<dt>rule</dt><dd>${rulePart(report, finding.rule)}</dd>
<dt>standing</dt><dd>${finding.standing}</dd>
<dt>case</dt><dd><code>${sanitize(finding.case)}</code></dd>
<dt>seen</dt><dd>${formatCount(finding.count, 'time')}</dd>
</dl>
<pre tabindex="0"><code>${curlLines}</code></pre></div></details>`;
}

function rulePart(report: CheckReport, rule: string): Html {
  const [uri, explainText] = [ruleUri(report, rule), explainCommand(rule)];
  const command = explainText === undefined ? emptyHtml : html`<code>${explainText}</code>`;
  const ruleLink = uri === undefined ? command : html`<a href="${uri}">${sanitize(rule)}</a>`;
  return html`${sanitize(ruleSubject(rule))} ${ruleLink}`;
}
