import { describe, expect, it } from 'vitest';
import { contract as ownContract } from '../../../generated/contract.js';
import { readContractWithAnswers } from '../../../scripts/check/engine/contract/taught-contract.js';
import { type CheckedContract, judgeResponse, readContract } from '../../../scripts/check/index.js';
import { placeOf } from '../../../scripts/check/reports/summary.js';
import { answersFile, operationOf } from '../../answers/taught.js';
import { temporaryFile } from '../../temporary-folder.js';
import { yamlBeside } from '../../yaml-beside.js';

const envelope = {
  value: { items: '/results', next: '/next', total: '/count', page: { query: 'page' } },
  except: { listBadges: 'bare' },
  from: { by: 'platform team' },
};
/** Answers that agree with the assumptions of the contract. */
const assumed: Readonly<Record<string, object>> = {
  'objects.envelope': { value: { response: '/data' } },
  'operations.success-status': { value: { listPartnerEntries: 200 } },
  'operations.payloads': {
    value: { listPartnerEntries: { response: listOf('PartnerEntry') }, listTiers: { response: listOf('Tier') } },
    from: { by: 'the owner' },
  },
};

function listOf(name: string): object {
  return { type: 'array', items: { $ref: `#/components/schemas/${name}` } };
}

/** Returns the findings about a response, as `severity rule pointer`, given answers about the envelope and `also`. */
async function findRules(
  body: unknown,
  { id = 'listPartnerEntries', status = 200, also = [] as readonly string[] } = {},
): Promise<string[]> {
  const others = Object.fromEntries(also.map((question) => [question, assumed[question]]));
  const contract = readContractWithAnswers(answersFile({ 'lists.envelope': envelope, ...others }));
  const findings = await judgeResponse(contract, id, { status, body });
  return findings.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`.trim());
}

const page = (...results: unknown[]): object => ({ count: results.length, next: null, results });

const { lists, others } = yamlBeside<{
  lists: [what: string, body: unknown, findings: string[]][];
  others: [what: string, body: unknown, options: Parameters<typeof findRules>[1], finding: string][];
}>(import.meta.url, 'answered.yaml');

describe('after the envelope of lists is answered', () => {
  it.each(lists)('a list contradicts only the answer: %s', async (_, body, findings) => {
    expect(await findRules(body)).toEqual(findings);
  });

  it('a list of an excepted operation contradicts the exception', async () => {
    expect(await findRules(page(), { id: 'listBadges' })).toEqual(['violation schema.type']);
    expect(await findRules([], { id: 'listBadges' })).toEqual([]);
  });

  it.each(others)('a fact that the answer does not cover weighs as before: %s', async (_, body, options, finding) => {
    expect(await findRules(body, options)).toEqual([finding]);
  });
});

it.each([
  ['drift', {}],
  ['violation', assumed],
])('a body and its media type are an open question until bodies are answered: %s', async (severity, answers) => {
  const contract = readContractWithAnswers(answersFile({ 'lists.envelope': envelope, ...answers }));
  const json = { status: 200, headers: { 'content-type': 'application/json' } };
  const html = { status: 200, headers: { 'content-type': 'text/html' }, body: '<p>No JSON</p>' };
  expect(await judgeResponse(contract, 'listTiers', json)).toMatchObject([{ severity, rule: 'body.empty' }]);
  const message = 'The contract does not list this media type for status 200.';
  const finding = { severity, rule: 'media-type.undeclared', message };
  expect(await judgeResponse(contract, 'listTiers', html)).toMatchObject([finding]);
});

describe('a media type that the contract does not list', () => {
  const value = { errors: 'application/problem+json', success: 'application/vnd.api+json' };
  const rule = 'media-type.undeclared';
  const findRules = async (answers: object, status: number, type: string, id = 'listTiers') => {
    const contract = readContractWithAnswers(answersFile({ ...answers }));
    const response = { status, headers: { 'content-type': type }, body: status < 300 ? [] : { detail: 'No.' } };
    const findings = await judgeResponse(contract, id, response);
    return findings.map(({ severity, rule, question }) => [severity, rule, question].join(' ').trim());
  };

  it('is a drift that names its question, and a violation once the question is answered', async () => {
    const drift = `drift ${rule} operations.media-types`;
    expect(await findRules({}, 200, value.success)).toEqual([drift]);
    expect(await findRules(assumed, 200, value.success)).toEqual([drift]);
    expect(await findRules({}, 404, value.errors)).toEqual([drift]);
    const answers = { 'operations.media-types': { value } };
    expect(await findRules(answers, 200, value.success)).toEqual([]);
    expect(await findRules(answers, 404, value.errors)).toEqual([]);
    expect(await findRules(answers, 200, 'application/json')).toEqual([`violation ${rule}`]);
    expect(await findRules(answers, 404, 'application/json')).toEqual([`violation ${rule}`]);
  });

  it('belongs to another question if it is not JSON, or if the contract also lists other types than JSON', async () => {
    expect(await findRules({}, 200, 'text/html')).toEqual([`drift ${rule} operations.payloads`]);
    const answers = { 'operations.media-types': { value } };
    expect(await findRules(answers, 200, 'text/html', 'exportReviews')).toEqual([`drift ${rule} operations.payloads`]);
  });
});

describe('a finding', () => {
  const byTeam = { question: 'lists.envelope', by: 'platform team' };

  it('leads to the answer that set the fact, and says who answered', async () => {
    const file = answersFile({ 'auth.scheme-prefix': { value: 'Bearer' }, 'lists.envelope': envelope });
    const [finding] = await judgeResponse(readContractWithAnswers(file), 'listTiers', { status: 200, body: [] });
    expect(finding?.contract).toMatchObject({ file, line: 4, answered: byTeam });
    expect(finding && placeOf(finding)).toBe(`${file}:4, answered by platform team (lists.envelope)`);
  });

  it('names the source of a fact that no answer set, and the answer that decides its severity', async () => {
    const contract = readContractWithAnswers(answersFile({ 'lists.envelope': envelope, ...assumed }));
    const body = page({ headline: 1 });
    const [finding] = await judgeResponse(contract, 'listPartnerEntries', { status: 200, body });
    const file = 'openapi/components/schemas/partner-entries/PartnerEntry.yaml';
    expect(finding?.contract).toMatchObject({ file, answered: byTeam });
    const [stated] = await judgeResponse(contract, 'updatePartnerEntry', { status: 200, body: { headline: 1 } });
    expect(stated?.severity).toBe('violation');
    expect(stated?.contract).not.toHaveProperty('answered');
  });
});

describe('a schema that an answer sets', () => {
  /** A contract in which the bodies of two operations, and the fields of a tier, are answered. */
  function contractWith(question: string | undefined): CheckedContract {
    const document = structuredClone(ownContract);
    const tier = document.components['schemas']?.['Tier'] as Record<string, unknown>;
    if (question !== undefined) {
      tier['x-provenance'] = { answered: question };
      delete tier['x-unknown'];
    }
    for (const id of ['getTier', 'getPartnerEntry']) {
      const operation = operationOf(document, id);
      operation['x-provenance'].answered = { responses: 'operations.payloads' };
      operation['x-unknown'] = ['operations.paths'];
    }
    const askedQuestion = document['x-unknowns']?.find(({ id }) => id === question);
    if (askedQuestion) askedQuestion.answered = { value: {}, from: { by: 'the owner' } };
    return readContract(temporaryFile('contract.json', JSON.stringify(document)));
  }

  const answeredText = 'resources.fields';

  it.each<[what: string, question: string | undefined, id: string, body: object, severity: string, by?: string]>([
    ['weighs like a stated one', answeredText, 'getTier', { id: 7 }, 'violation', answeredText],
    ['is a guess before', undefined, 'getTier', { id: 7 }, 'drift'],
    [
      'leaves stated ones as they are',
      answeredText,
      'getPartnerEntry',
      { headline: 7 },
      'violation',
      'operations.payloads',
    ],
  ])('%s if the responses are known', { tags: 'slow' }, async (_, question, id, body, severity, by) => {
    const [finding] = await judgeResponse(contractWith(question), id, { status: 200, body });
    expect([finding?.severity, finding?.contract.answered?.question]).toEqual([severity, by]);
  });
});
