import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { formatCount, groupDigits } from '../../text/numbers.js';
import { operationsOf } from '../model/finding.js';
import type { CheckReport, OperationReport } from '../model/report/report.js';
import { anchorOf, emptyHtml, type Html, html } from './html-text.js';
import { coverageHalfOf, groupsOf, isAccepted, notTestedWords, untestedReasonsOf } from './summary.js';

/** The test result of one half of an operation: its success, or its refusals. */
type CoverageState = 'good' | 'violation' | 'drift' | 'untested' | 'out';

interface OperationState {
  operation: OperationReport;
  anchor: string;
  success: CoverageState;
  refusal: CoverageState;
}

const stateWords: Record<CoverageState, string> = {
  good: 'as documented',
  violation: 'violation',
  drift: 'drift',
  untested: 'not tested',
  out: 'not in scope',
};

export function operationStates(report: CheckReport): OperationState[] {
  const worstStates = new Map<string, CoverageState>();
  for (const finding of report.findings) {
    if (finding.severity === 'observation' || isAccepted(report, finding)) continue;
    for (const operationId of operationsOf(finding)) {
      const key = `${coverageHalfOf(finding)} ${operationId}`;
      if (worstStates.get(key) !== 'violation') worstStates.set(key, finding.severity);
    }
  }
  const stateOf = (operation: OperationReport, half: 'success' | 'refusal'): CoverageState =>
    worstStates.get(`${half} ${operation.operationId}`) ??
    (operation[half].tested ? 'good' : operation.inScope ? 'untested' : 'out');
  return report.operations.map((operation, index) => ({
    operation,
    anchor: anchorOf(operation.operationId, index),
    success: stateOf(operation, 'success'),
    refusal: stateOf(operation, 'refusal'),
  }));
}

/** A drawing for each state, around the point 0,0, so that the states can be distinguished without colours. */
const markPaths: Record<CoverageState, string> = {
  good: 'M-4 0.5 L-1.2 3.5 L4 -3.5',
  violation: 'M-3.5 -3.5 L3.5 3.5 M3.5 -3.5 L-3.5 3.5',
  drift: 'M0 -4 L4.2 3.5 L-4.2 3.5 Z',
  untested: 'M-3 0 L3 0',
  out: 'M0 0 L0 0.01',
};

function renderHalf(state: CoverageState, side: 'left' | 'right'): Html {
  const x = side === 'left' ? 0.5 : 18.5;
  const mark = html`<path d="${markPaths[state]}" transform="translate(${x + 9} 12)"/>`;
  return html`<g class="${state}"><rect x="${x}" y="0.5" width="18" height="23" rx="3.5"/>${mark}</g>`;
}

function renderCell({ operation, anchor, success, refusal }: OperationState): Html {
  const describeHalf = (name: string, state: CoverageState, reason?: string): string => {
    const label = `${name} ${stateWords[state]}`;
    return state === 'untested' && reason !== undefined ? `${label}: ${sanitizeSentence(reason)}` : label;
  };
  const first = describeHalf('success', success, operation.success.reason);
  const second = describeHalf('refusals', refusal, operation.refusal.reason);
  const title = html`<title>${sanitize(operation.operationId)}&#10;${first}&#10;${second}</title>`;
  const cellContent = html`${title}${renderHalf(success, 'left')}${renderHalf(refusal, 'right')}`;
  return html`<a href="#${anchor}"><svg class="cell" viewBox="0 0 37 24" role="img">${cellContent}</svg></a>`;
}

/** Returns the coverage as a picture: a row for each group, a cell for each operation, success left, refusals right. */
export function renderMatrix(report: CheckReport, states: readonly OperationState[]): Html {
  const byId = new Map(states.map((state) => [state.operation, state]));
  const rows = groupsOf(report).map(({ tag, operations, inScope, successTested, refusalTested }) => {
    const cells = operations.flatMap((operation) => byId.get(operation) ?? []).map(renderCell);
    const shareText = (testedCount: number): string =>
      inScope === 0 ? '–' : `${groupDigits(testedCount)}/${groupDigits(inScope)}`;
    return html`<div class="row"><div class="name">${sanitize(tag)}</div><div class="cells">${cells}</div>
<div class="count">${shareText(successTested)}</div><div class="count">${shareText(refusalTested)}</div></div>`;
  });
  const occurringStates = new Set(states.flatMap(({ success, refusal }) => [success, refusal]));
  const legendStates = (Object.keys(markPaths) as CoverageState[]).filter((state) => occurringStates.has(state));
  const legend = legendStates.map((state) => {
    const cell = html`<svg class="cell half" viewBox="0 0 20 24" aria-hidden="true">${renderHalf(state, 'left')}</svg>`;
    return html`<li>${cell}${stateWords[state]}</li>`;
  });
  return html`<section class="card" id="coverage"><h2>Coverage</h2>
<ul class="legend">${legend}<li>left half: success; right half: refusals; click a cell to see its operation</li></ul>
<div class="matrix">
<div class="row"><div></div><div class="cells"></div>
<div class="count">success</div><div class="count">refusals</div></div>
${rows}</div></section>`;
}

export function notTestedSection(report: CheckReport, states: readonly OperationState[]): Html {
  const entries = untestedReasonsOf(report);
  if (entries.length === 0) return emptyHtml;
  const anchors = new Map(states.map(({ operation, anchor }) => [operation.operationId, anchor]));
  const items = entries.map(({ part, reason, operationIds }) => {
    const ids = operationIds.map((id) => html`<a href="#${anchors.get(id) ?? ''}"><code>${sanitize(id)}</code></a>`);
    return html`<li><h3>${notTestedWords[part]}: ${formatCount(ids.length, 'operation')}</h3>
<p>${sanitizeSentence(reason)}</p><div class="ids">${ids}</div></li>`;
  });
  return html`<section class="card" id="not-tested"><h2>Not tested</h2><ul class="reasons">${items}</ul></section>`;
}

export function evidenceSection({ evidence }: CheckReport): Html {
  if (evidence.length === 0) return emptyHtml;
  const rows = evidence.map(
    ({ unknown, question, assumed, seen, answers }) => html`<tr>
<th scope="row"><code>${sanitize(unknown)}</code></th>
<td data-label="question">${sanitizeSentence(question)}</td><td data-label="assumed">${sanitizeSentence(assumed)}</td>
<td data-label="seen"><ul>${seen.map((text) => html`<li>${sanitizeSentence(text)}</li>`)}</ul></td>
<td class="number" data-label="responses">${groupDigits(answers)}</td></tr>`,
  );
  return html`<section class="card" id="evidence"><h2>Evidence on ${formatCount(evidence.length, 'open question')}</h2>
${table(['id', 'question', 'assumed', 'seen', 'responses'], ['responses'], rows)}</section>`;
}

/** Returns a table. On small screens it is a list of cards, where `data-label` shows the column name in each cell. */
function table(columns: readonly string[], numbers: readonly string[], rows: readonly Html[]): Html {
  const headerCells = columns.map(
    (name) => html`<th scope="col"${{ html: numbers.includes(name) ? ' class="number"' : '' }}>${name}</th>`,
  );
  return html`<table class="stack"><thead><tr>${headerCells}</tr></thead><tbody>${rows}</tbody></table>`;
}

function timeText(value: number): string {
  return value < 10 ? `${value.toFixed(1)} ms` : `${groupDigits(value)} ms`;
}

/** Returns a table of all operations, by group. The cells of the picture link to its rows. */
export function operationsSection(states: readonly OperationState[]): Html {
  const rows: Html[] = [];
  let tag: string | undefined;
  for (const { operation, anchor, success, refusal } of states) {
    if (operation.tag !== tag)
      rows.push(html`<tr class="group"><th colspan="7" scope="colgroup">${sanitize(operation.tag)}</th></tr>`);
    tag = operation.tag;
    rows.push(html`<tr id="${anchor}"><th scope="row"><code>${sanitize(operation.operationId)}</code><br>
<span class="soft mono">${sanitize(operation.method.toUpperCase())} ${sanitize(operation.path)}</span></th>
<td data-label="standing">${operation.standing}</td>${stateCell('success', success)}${stateCell('refusals', refusal)}
<td class="number" data-label="requests">${groupDigits(operation.requests)}</td>
<td data-label="responses">${responsesText(operation)}</td>
<td class="number" data-label="median">${timeText(operation.time.median)}</td></tr>`);
  }
  const columns = ['operation', 'standing', 'success', 'refusals', 'requests', 'responses', 'median'];
  return html`<section class="card" id="operations"><h2>Operations</h2>
${table(columns, ['requests', 'median'], rows)}</section>`;
}

function stateCell(label: string, value: CoverageState): Html {
  return html`<td class="state ${value}" data-label="${label}">${stateWords[value]}</td>`;
}

function responsesText({ statuses, failures }: OperationState['operation']): string {
  const all = [...Object.entries(statuses), ...Object.entries(failures)];
  return all.length === 0 ? '–' : all.map(([what, times]) => `${sanitize(what)}×${groupDigits(times ?? 0)}`).join(', ');
}
