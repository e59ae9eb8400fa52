import { sentence, visible } from '../../text/escape.js';
import { counted, grouped } from '../../text/numbers.js';
import { duration } from '../../text/progress.js';
import { type Severity, severities } from '../model/finding.js';
import { createdSentence, leftOf } from '../model/report/created-resource.js';
import type { CheckReport } from '../model/report/report.js';
import { findings } from './html-findings.js';
import { matrix, operationStates } from './html-matrix.js';
import { style } from './html-style.js';
import { evidenceSection, notTestedSection, operationsSection, timesSection } from './html-tables.js';
import { type Html, html, nothing } from './html-text.js';
import { listed, modeOf, verdictWords } from './summary.js';

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
${timesSection(states)}
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
