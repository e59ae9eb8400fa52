import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { textOfPrefix } from '../../scripts/contract/key-prefix.js';
import { pagedForms } from '../paged-contract.js';
import { servePagedShop } from './paged-shop.js';
import { eachHasOwnState, journalOf } from './restore/own-state.js';
import { checkShop, type ShopServer, serveShop } from './restore/shop-server.js';
import { undo } from './restore/undo-command.js';
import { accusations } from './run.js';
import { type Answer, type Call, key, type Part, partAt } from './shop.js';

eachHasOwnState();

/** Puts the key into the header Authorization, alone or after this word. */
function keyAfter(prefix: string | undefined): (contract: Part) => void {
  return (contract) => {
    partAt(contract, 'components')['securitySchemes'] = {
      Key: { type: 'apiKey', in: 'header', name: 'Authorization', ...(prefix !== undefined && { 'x-prefix': prefix }) },
    };
  };
}

/** Replaces a right header by the one that the shop expects, which is the key after `Bearer`. */
function accepting(prefix: string | undefined, { headers }: Call): void {
  const isRight = headers.authorization === (prefix === undefined ? key : textOfPrefix(prefix) + key);
  if (isRight) headers.authorization = `Bearer ${key}`;
  else delete headers.authorization;
}

describe('a key after a word', () => {
  const [form] = pagedForms as [(typeof pagedForms)[number]];

  it.each([
    ['Token', 'Token ', 'tOKEN KEY'],
    ['Token token=', 'Token token=', 'tOKEN TOKEN=KEY'],
  ])('is sent as the contract says, and tested without %s, empty, wrong and absent', async (prefix, before, other) => {
    const seenIds = new Set<string>();
    const shop = await servePagedShop({
      form,
      contract: keyAfter(prefix),
      answer(call, perform) {
        const { authorization = 'none' } = call.headers;
        seenIds.add(authorization.replace(key, 'KEY').replace(new RegExp(`^${before}(?!KEY$).+`), `${before}WRONG`));
        accepting(prefix, call);
        return perform();
      },
    });
    const report = await shop.check({ only: ['getItem', 'listItems', 'updateItem'] });
    expect(accusations(report)).toEqual([]);
    const forms = ['Check KEY', 'KEY', before.trimEnd(), `${before}KEY`, `${before}WRONG`, 'none', other];
    expect([...seenIds].sort()).toEqual(forms);
  });

  it('safety key-redacted: is redacted if a response repeats the header, and the word stays', async () => {
    const shop = await servePagedShop({
      form,
      contract: keyAfter('Token'),
      answer(call, perform): Answer {
        const { authorization = '' } = call.headers;
        accepting('Token', call);
        const answer = perform();
        const json = { ...(answer.json as Part), count: authorization, [authorization]: btoa(authorization) };
        return { ...answer, json, headers: { 'x-seen': encodeURIComponent(authorization) } };
      },
    });
    const report = await shop.check({ only: ['getItem', 'listItems'] });
    const finding = report.findings.find(({ rule, pointer }) => rule === 'schema.type' && pointer === '/count');
    expect(finding?.actual).toBe('"Token [key]"');
    expect(report.findings.map(({ rule }) => rule)).toContain('safety.key-echoed');
    expect(JSON.stringify(report)).not.toContain(key);
  });

  it('in a query, which the address of the next page repeats, is sent once', async () => {
    const requests: string[] = [];
    const shop = await servePagedShop({
      form,
      contract: (contract) => {
        partAt(contract, 'components')['securitySchemes'] = { Key: { type: 'apiKey', in: 'query', name: 'api_key' } };
      },
      answer(call, perform) {
        const keys = call.url.searchParams.getAll('api_key');
        if (keys.length > 1) requests.push(call.url.search);
        call.headers.authorization = keys[0] === key ? `Bearer ${key}` : undefined;
        return perform();
      },
    });
    const report = await shop.check();
    expect(requests).toEqual([]);
    // The address is no valid URI once the key in it is redacted, hence the second finding.
    expect(accusations(report)).toEqual(['safety.key-echoed listItems ', 'schema.format listItems /next']);
    expect(shop.pages.filter((path) => path.includes('page=4'))).not.toEqual([]);
  });

  it.each(['Token', undefined])(
    'is in the journal as the word alone, %s, which undo puts before the key',
    { tags: 'slow' },
    async (prefix) => {
      let [isDown, failures] = [false, 0];
      const shop: ShopServer = await serveShop({
        contract: (contract) => {
          keyAfter(prefix)(contract);
          for (const part of Object.values(partAt(contract, 'components', 'schemas') as Record<string, Part>)) {
            const { id, title } = part['properties'] as Part;
            part['properties'] = { ...(id !== undefined && { id }), title };
          }
        },
        answer(call, perform) {
          if (isDown) return { status: 500, json: {} };
          accepting(prefix, call);
          const answer = perform();
          isDown = call.method === 'PATCH' && answer.status === 200 && failures === 0;
          if (isDown) failures += 1;
          return answer;
        },
      });
      expect(await checkShop(shop)).toMatchObject({ exitCode: 5 });
      const journal = readFileSync(journalOf(shop), 'utf8');
      const security = { kind: 'header', name: 'Authorization', ...(prefix !== undefined && { prefix }) };
      expect(journal).toContain(`"security":${JSON.stringify(security)}`);
      expect(journal).not.toContain(key);
      expect(shop.isAsBefore()).toBe(false);
      isDown = false;
      expect(await undo(shop)).toMatchObject({ code: 0 });
      expect(shop.isAsBefore()).toBe(true);
    },
  );
});
