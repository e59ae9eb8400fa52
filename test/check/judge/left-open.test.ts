import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { judgeResponse } from '../../../scripts/check/index.js';
import { yamlBeside } from '../../yaml-beside.js';

const contract = ownContract();
type Row = [what: string, body: object, error: string];
const { covered, uncovered } = yamlBeside<Record<'covered' | 'uncovered', Row[]>>(import.meta.url, 'left-open.yaml');

/** Returns the findings about a response, as `severity rule pointer`. */
async function findRules(body: object, operationId = 'updatePartnerEntry'): Promise<string[]> {
  const findings = await judgeResponse(contract, operationId, { status: 200, body });
  return findings.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`);
}

describe('an error in a stated response', () => {
  it.each(covered)('is a drift if an open question covers it: %s', async (_, body, error) => {
    expect(await findRules(body)).toEqual([`drift ${error}`]);
  });

  it.each(uncovered)('is a violation if no open question covers it: %s', async (_, body, error) => {
    expect(await findRules(body)).toEqual([`violation ${error}`]);
    expect(await findRules(body, 'getPartnerEntry')).toEqual([`drift ${error}`]);
  });

  it.each<[body: object, finding: string]>([
    [{ filterOptions: [{ id: 7 }] }, 'drift schema.type /filterOptions/*/id'],
    [{ name: null }, 'drift schema.type /name'],
    [{ name: 7 }, 'violation schema.type /name'],
  ])('is a drift in an option of a filter: %j', async (body, finding) => {
    expect(await findRules(body, 'updateFilter')).toEqual([finding]);
  });

  it.each<[operationId: string, body: object, question: string]>([
    ['updatePartnerEntry', { region: 'North' }, 'partner-entry.fields'],
    ['updatePartnerEntry', { media: [{ caption: 'x' }] }, 'partner-entry.fields'],
    ['updateFilter', { colour: 'red' }, 'schemas'],
  ])(
    'names the question about any schema only if no other covers a further field: %s %j',
    async (id, body, question) => {
      const findings = await judgeResponse(contract, id, { status: 200, body });
      expect(findings).toMatchObject([{ severity: 'drift', rule: 'field.undeclared', question }]);
    },
  );

  it('is a violation if the body is not an entry at all', async () => {
    const headers = { 'content-type': 'application/json' };
    const findings = await judgeResponse(contract, 'updatePartnerEntry', { status: 200, headers, body: 'null' });
    expect(findings).toMatchObject([{ severity: 'violation', rule: 'schema.type' }]);
  });
});
