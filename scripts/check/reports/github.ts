import { sanitize, sanitizeSentence } from '../../text/escape.js';
import { annotation } from '../../text/workflow-command.js';
import type { CheckReport } from '../model/report/report.js';
import {
  countsText,
  coverageText,
  differenceTexts,
  findPlaceInTeamFile,
  isFailing,
  namesOf,
  openFindingsOf,
  ruleHelp,
  verdictWords,
} from './summary.js';

/**
 * Returns the report as workflow commands of GitHub, one on each line: an error for each finding that fails the run, a
 * warning for each other drift, and the verdict. Observations and accepted findings are only counted, since GitHub
 * shows only ten annotations of each kind. A file is named only if it is in the team's repository.
 *
 * @see https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubReport(report: CheckReport): string {
  const openFindings = openFindingsOf(report);
  const lines = openFindings.map((finding) => {
    const teamFileLine = findPlaceInTeamFile(report, finding);
    const help = ruleHelp(report, finding.rule);
    const helpLines = help === undefined ? [] : [`More: ${help}`];
    const text = [sanitizeSentence(finding.message), ...differenceTexts(finding, teamFileLine), ...helpLines].join(' ');
    const title = namesOf(finding, ['rule', 'operationId', 'pointer']).join(' ');
    const location = teamFileLine && { file: sanitize(teamFileLine.file), line: String(teamFileLine.line) };
    const properties = { ...location, title };
    return annotation(isFailing(report, finding) ? 'error' : 'warning', properties, text);
  });
  const verdict = `${sanitizeSentence(report.why)} ${coverageText(report)}. ${countsText(report)}.`;
  const title = `Contract check: ${verdictWords[report.verdict]}`;
  return `${[...lines, annotation(report.exitCode === 0 ? 'notice' : 'error', { title }, verdict)].join('\n')}\n`;
}
