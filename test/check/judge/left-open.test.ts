import { describe, expect, it } from 'vitest';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { judgeResponse } from '../../../scripts/check/index.js';

const contract = ownContract();

/** Returns the findings about a response to the update of a partner entry, as `severity rule pointer`. */
async function found(body: object, operationId = 'updatePartnerEntry'): Promise<string[]> {
  const findings = await judgeResponse(contract, operationId, { status: 200, body });
  return findings.map(({ severity, rule, pointer }) => `${severity} ${rule} ${pointer}`);
}

describe('an error in a stated response', () => {
  it.each<[what: string, body: object, finding: string]>([
    ['a null headline', { headline: null }, 'drift schema.type /headline'],
    ['a null list', { resources: null }, 'drift schema.type /resources'],
    ['a null title inside', { media: [{ title: null }] }, 'drift schema.type /media/*/title'],
    ['an empty code', { media: [{ type: '' }] }, 'drift schema.pattern /media/*/type'],
    ['five digits', { callouts: [{ textColor: 'ff00f' }] }, 'drift schema.pattern /callouts/*/textColor'],
    ['no digits', { callouts: [{ textColor: '' }] }, 'drift schema.pattern /callouts/*/textColor'],
    ['a link without a slash', { href: 'entries/1/' }, 'drift schema.pattern /href'],
    ['a title of a resource that is a number', { resources: [{ title: 1 }] }, 'drift schema.type /resources/*/title'],
  ])('is a drift if an open question covers it: %s', async (_, body, finding) => {
    expect(await found(body)).toEqual([finding]);
  });

  it.each<[what: string, body: object, finding: string]>([
    ['a number for a headline', { headline: 1 }, 'violation schema.type /headline'],
    ['an item that is null', { resources: [null] }, 'violation schema.type /resources/*'],
    ['a code of two letters', { media: [{ type: 'ab' }] }, 'violation schema.pattern /media/*/type'],
    ['a word for a colour', { callouts: [{ textColor: 'red' }] }, 'violation schema.pattern /callouts/*/textColor'],
    ['a colour with #', { callouts: [{ textColor: '#ff0000' }] }, 'violation schema.pattern /callouts/*/textColor'],
    ['a link to a host', { href: 'https://directory.example.com/a/' }, 'violation schema.pattern /href'],
    ['an order that is a text', { callouts: [{ order: '1' }] }, 'violation schema.type /callouts/*/order'],
    [
      'an order in a resource that is a text',
      { resources: [{ order: '1' }] },
      'violation schema.type /resources/*/order',
    ],
  ])('is a violation if no open question covers it: %s', async (_, body, finding) => {
    expect(await found(body)).toEqual([finding]);
    const [severity, ...rest] = finding.split(' ');
    expect(severity).toBe('violation');
    expect(await found(body, 'getPartnerEntry')).toEqual([`drift ${rest.join(' ')}`]);
  });

  it('is a drift in an option of a filter', async () => {
    expect(await found({ filterOptions: [{ id: 7 }] }, 'updateFilter')).toEqual([
      'drift schema.type /filterOptions/*/id',
    ]);
    expect(await found({ name: null }, 'updateFilter')).toEqual(['drift schema.type /name']);
    expect(await found({ name: 7 }, 'updateFilter')).toEqual(['violation schema.type /name']);
  });

  it('is a violation if there is no entry at all', async () => {
    const headers = { 'content-type': 'application/json' };
    const findings = await judgeResponse(contract, 'updatePartnerEntry', { status: 200, headers, body: 'null' });
    expect(findings.map(({ severity, rule }) => `${severity} ${rule}`)).toEqual(['violation schema.type']);
  });
});
