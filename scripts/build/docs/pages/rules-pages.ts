import {
  families,
  familyOf,
  type RuleFamily,
  type RuleKey,
  ruleKeys,
  rulesOf,
} from '../../../check/model/rules/index.js';
import { familyPage, ruleAnchor, rulePage, rulesPage, textOf, textsOf } from '../../../check/model/rules/rule-text.js';
import { acceptanceAdvice, clauseText } from '../../../check/model/rules/weight.js';
import type { Block, TextLine } from '../text/blocks.js';
import type { DocsPage } from './docs-page.js';

export function rulesPages(): DocsPage[] {
  const title = 'Rules of the check';
  return [
    {
      path: rulesPage,
      title,
      description: 'Every rule of the contract check, by family.',
      blocks: rulesOverviewBlocks(),
    },
    ...families.map((family) => ({
      path: familyPage(family),
      title: `Rules: ${family}`,
      description: textsOf(family).about,
      parents: [{ path: rulesPage, title }],
      blocks: familyBlocks(family),
    })),
  ];
}

function addressOf(rule: RuleKey): string {
  return `${familyPage(familyOf(rule))}#${ruleAnchor(rule)}`;
}

function rulesOverviewBlocks(): Block[] {
  return [
    { heading: ['Rules of the check'], level: 1, id: 'rules' },
    {
      paragraph: [
        `The check has ${ruleKeys.length} rules, and each finding names its rule. `,
        { code: 'directory-contract explain RULE' },
        ' prints the text about a rule. In the examples, ',
        { code: '>' },
        ' is a line of a request, ',
        { code: '<' },
        ' of a response, and ',
        { code: '#' },
        ' is a note about the exchange.',
      ],
    },
    { heading: ['To accept a finding for a while'], level: 2, id: 'accept' },
    { list: Object.values(acceptanceAdvice).map((sentence): TextLine => [sentence]) },
    ...families.flatMap((family): Block[] => [
      { heading: [{ to: familyPage(family), text: [family] }], level: 2, id: family },
      { paragraph: [textsOf(family).about] },
      {
        list: rulesOf(family).map(
          (rule): TextLine => [{ to: addressOf(rule), text: [{ code: rule }] }, ` ${textOf(rule).title}`],
        ),
      },
    ]),
  ];
}

function familyBlocks(family: RuleFamily): Block[] {
  return [
    { heading: [`Rules: ${family}`], level: 1, id: 'top' },
    { paragraph: [textsOf(family).about, ' ', { to: rulesPage, text: ['All rules'] }, '.'] },
    ...rulesOf(family).flatMap((rule) => ruleBlocks(rule)),
  ];
}

function ruleBlocks(rule: RuleKey): Block[] {
  const { title, means: meaning, why, source, severities, example, fix } = rulePage(rule);
  const { contract, exchange, finding, right: correctLines } = example;
  const labelLine = (label: string, text: string): TextLine => [{ strong: `${label}:` }, ` ${text}`];
  return [
    { heading: [{ code: rule }], level: 2, id: ruleAnchor(rule) },
    { paragraph: [{ strong: title }, ` ${meaning}`] },
    {
      list: [
        labelLine('Why', why),
        labelLine('Source', `${source}.`),
        labelLine('Severity', `${severities.map(clauseText).join('; ')}.`),
      ],
    },
    ...(contract === undefined
      ? []
      : [{ paragraph: ['In the contract:'] }, { source: contract, language: 'yaml' } as const]),
    { paragraph: ['Wrong:'] },
    { source: [...exchange, '', finding[0], `  ${finding[1]}`].join('\n'), language: 'text' },
    ...(correctLines === undefined
      ? []
      : [{ paragraph: ['Right:'] }, { source: correctLines.join('\n'), language: 'text' } as const]),
    {
      list: [
        labelLine('What to do', fix.server),
        ...(fix.contract === undefined ? [] : [labelLine('If the server is right', fix.contract)]),
        [{ to: `${rulesPage}#accept`, text: ['To accept the finding for a while'] }],
      ],
    },
  ];
}
