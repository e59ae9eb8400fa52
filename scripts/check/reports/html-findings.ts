import { sentence, visible } from '../../text/escape.js';
import { counted } from '../../text/numbers.js';
import type { Finding } from '../model/finding.js';
import type { CheckReport } from '../model/report/report.js';
import { aboutRule } from '../model/rules/rule-text.js';
import { repeatLines } from './curl.js';
import { type Html, html, nothing } from './html-text.js';
import { counting, explainCommand, isAccepted, othersOf, placeOf, ruleUri } from './summary.js';

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
  const { severity, rule, operationId, pointer } = finding;
  const where = [rule, operationId, pointer]
    .filter((part) => part !== '')
    .map((part) => html`<code>${visible(part)}</code> `);
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

/** What a rule says, and where to read more. */
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
