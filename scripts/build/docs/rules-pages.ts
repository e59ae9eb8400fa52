import { familyPage, ruleAnchor, rulesPage } from '../../check/model/rules/address.js';
import { type Family, families, familyOf, rulesOf } from '../../check/model/rules/families.js';
import { type RuleKey, rules } from '../../check/model/rules/index.js';
import { accepting, clauseText } from '../../check/model/rules/rule.js';
import { rulePage } from '../../check/model/rules/rule-page.js';
import type { Block, Line } from './blocks.js';
import { blocksToHtml } from './blocks-to-html.js';
import { blocksToMarkdown } from './blocks-to-markdown.js';
import { htmlPage } from './html-page.js';
import type { SiteFile } from './site-file.js';

/** The form of a page: links lead to pages of the same form. */
type Form = 'html' | 'md';

/** The pages about the rules of the check: a list of all, and a page for each family; each also as Markdown. */
export function rulesPages(version: string): SiteFile[] {
  const list = 'Every rule of the contract check, by family.';
  return [
    ...bothForms(rulesPage, 'Rules of the check', list, version, listBlocks),
    ...(Object.keys(families) as Family[]).flatMap((family) =>
      bothForms(familyPage(family), `Rules: ${family}`, families[family], version, (form) =>
        familyBlocks(family, form),
      ),
    ),
  ];
}

/** The Markdown page of each family, with its subject. */
export function rulesMarkdown(): (readonly [path: string, about: string])[] {
  return Object.entries(families).map(([family, about]) => [inForm(familyPage(family), 'md'), about]);
}

function bothForms(
  path: string,
  title: string,
  description: string,
  version: string,
  blocksIn: (form: Form) => Block[],
): SiteFile[] {
  const main = blocksToHtml(blocksIn('html'));
  return [
    { path, text: htmlPage({ title, description, main, current: path, version }) },
    { path: inForm(path, 'md'), text: blocksToMarkdown(blocksIn('md')) },
  ];
}

function inForm(path: string, form: Form): string {
  return path.replace(/\.html$/, `.${form}`);
}

/** The address of a rule. Markdown has no anchors of its own. */
function addressOf(rule: RuleKey, form: Form): string {
  const page = inForm(familyPage(familyOf(rule)), form);
  return form === 'html' ? `${page}#${ruleAnchor(rule)}` : page;
}

function listBlocks(form: Form): Block[] {
  return [
    { heading: ['Rules of the check'], level: 1, id: 'rules' },
    {
      paragraph: [
        `The check has ${Object.keys(rules).length} rules, and each finding names its rule. `,
        { code: 'directory-contract explain RULE' },
        ' prints the same. In the examples, ',
        { code: '>' },
        ' is a line of a request, ',
        { code: '<' },
        ' of a response, and ',
        { code: '#' },
        ' says what else happens.',
      ],
    },
    { heading: ['To accept a finding for a while'], level: 2, id: 'accept' },
    { list: Object.values(accepting).map((sentence): Line => [sentence]) },
    ...(Object.keys(families) as Family[]).flatMap((family): Block[] => [
      { heading: [{ to: inForm(familyPage(family), form), text: [family] }], level: 2, id: family },
      { paragraph: [families[family]] },
      {
        list: rulesOf(family).map(
          (rule): Line => [{ to: addressOf(rule, form), text: [{ code: rule }] }, ` ${rules[rule].title}`],
        ),
      },
    ]),
  ];
}

function familyBlocks(family: Family, form: Form): Block[] {
  return [
    { heading: [`Rules: ${family}`], level: 1, id: 'top' },
    { paragraph: [families[family], ' ', { to: inForm(rulesPage, form), text: ['All rules'] }, '.'] },
    ...rulesOf(family).flatMap((rule) => ruleBlocks(rule, form)),
  ];
}

function ruleBlocks(rule: RuleKey, form: Form): Block[] {
  const { title, means, why, source, severities, example, fix } = rulePage(rule);
  const { contract, exchange, finding, right } = example;
  const labelled = (label: string, text: string): Line => [{ strong: `${label}:` }, ` ${text}`];
  const accept = `${inForm(rulesPage, form)}${form === 'html' ? '#accept' : ''}`;
  return [
    { heading: [{ code: rule }], level: 2, id: ruleAnchor(rule) },
    { paragraph: [{ strong: title }, ` ${means}`] },
    {
      list: [
        labelled('Why', why),
        labelled('By', `${source}.`),
        labelled('Weighs', `${severities.map(clauseText).join('; ')}.`),
      ],
    },
    ...(contract === undefined
      ? []
      : [{ paragraph: ['In the contract:'] }, { source: contract, language: 'yaml' } as const]),
    { paragraph: ['Wrong:'] },
    { source: [...exchange, '', finding[0], `  ${finding[1]}`].join('\n'), language: 'text' },
    ...(right === undefined
      ? []
      : [{ paragraph: ['Right:'] }, { source: right.join('\n'), language: 'text' } as const]),
    {
      list: [
        labelled('What to do', fix.server),
        ...(fix.contract === undefined ? [] : [labelled('If the server is right', fix.contract)]),
        [{ to: accept, text: ['To accept it for a while'] }],
      ],
    },
  ];
}
