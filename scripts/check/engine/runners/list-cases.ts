import { placeItems } from '../../../contract/paging/write.js';
import { sanitize } from '../../../text/escape.js';
import { caseSource } from '../../cases/source.js';
import type { TestCase } from '../../model/case.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import type { CheckedOperation } from '../../model/contract/operations.js';
import { listShape } from '../../model/contract/resources.js';
import type { ExchangeResponse } from '../../model/exchange.js';
import { type CheckOptions, isRestoring } from '../../model/options.js';
import type { Parameters } from '../../model/request.js';
import { createCallGate, restrictContract } from '../../model/scope.js';
import { Tally } from '../../model/tally.js';
import { Fixtures, userParameters } from '../../session/fixtures.js';
import { FactNotebook } from '../../session/notebook.js';
import type { Outcome, ResponseUse } from '../../session/outcome.js';
import { RunSession } from '../../session/run-session.js';
import { readScopeInputs, scopesOf } from '../report/scopes.js';
import { run } from '../run.js';
import { createCaseSender, Removal } from '../server/removing-creations.js';

/** A request that a run would send, with its purpose. */
export interface ListedCase {
  /** `operationId/kind`, or `operationId/kind/detail` if the operation has several cases of a kind. */
  id: string;
  operationId: string;
  method: string;
  /** The path, with the name of the parameter in braces in place of an id that only a server knows. */
  path: string;
  about: string;
  /** Whether the case only finds ids, or creates or deletes a resource, for other cases. Such a case is not judged. */
  isPreparing: boolean;
}

export type ListOptions = Pick<
  CheckOptions,
  'include' | 'only' | 'exclude' | 'shard' | 'timings' | 'parameters' | 'writes' | 'target' | 'seed' | 'changedFrom'
>;

/**
 * Returns the cases of a run, in order, as if the server were correct and had two resources of each type. Nothing is
 * sent: the function `send` of this run invents each response.
 */
export async function listCases(contract: CheckedContract, options: ListOptions): Promise<ListedCase[]> {
  const { parameters = {}, writes = 'none', target = 'server', seed = 0 } = options;
  const { scope, fullScope } = scopesOf(contract, options, await readScopeInputs(options, contract));
  const values = new WeakMap<ExchangeResponse, unknown>();
  const notebook = new FactNotebook(restrictContract(contract, scope));
  const restrictedContract = notebook.contract;
  const session = new ListingSession({
    contract: restrictedContract,
    whyNotSent: createCallGate(contract, scope),
    tally: new Tally(contract, '', (text) => text),
    settleTime: 0,
    concurrency: 1,
    async send(testCase, operation) {
      const { request } = testCase;
      const status = simulatedStatusOf(testCase, operation);
      const value = status < 300 ? inventBody(contract, operation, parameters) : undefined;
      const bytes = new TextEncoder().encode(value === undefined ? '' : JSON.stringify(value));
      const response: ExchangeResponse = { status, headers: {}, bytes };
      values.set(response, value);
      const exchange = { request, response, milliseconds: 0, attempts: 1 };
      session.creations.noteRequest(request);
      session.creations.noteExchange(operation, exchange);
      return exchange;
    },
    areCreationsCertain: true,
    judge: async (_case, { response }) => ({ deviations: [], value: response && values.get(response) }),
  });
  const { whyNeverCalled } = scope;
  const removal = new Removal(session.creations, { restrictedContract, contract, whyNeverCalled });
  const fixtures = new Fixtures(notebook, parameters);
  const source = { ...caseSource(restrictedContract, seed, fixtures), knows: () => true };
  // Random bodies depend on earlier responses, and undone writes on existing values, so the list has neither.
  const mode = { writes: isRestoring(writes) ? 'none' : writes, isMock: target === 'mock', runs: 0 } as const;
  const removeCreations = (): Promise<void> => removal.remove(createCaseSender(session, scope));
  await run({ contract: restrictedContract, session, fixtures, source, scope, fullScope, ...mode, removeCreations });
  return [...session.cases.values()];
}

class ListingSession extends RunSession {
  /** The cases by id and path. The path is needed since the same case may be sent to several resources. */
  readonly cases = new Map<string, ListedCase>();

  override async send(testCase: TestCase, use: ResponseUse = 'judged'): Promise<Outcome> {
    const outcome = await super.send(testCase, use);
    if (outcome.exchange.attempts === 0) return outcome;
    const { id, operationId, about, request } = testCase;
    const path = request.path.replace(/%7B([^%/]+)%7D/g, '{$1}');
    const listedCase = { id, operationId, method: request.method, path, about, isPreparing: use === 'preparing' };
    this.cases.set(`${id} ${path}`, listedCase);
    return outcome;
  }
}

function simulatedStatusOf({ expect, refusedWith }: TestCase, { success }: CheckedOperation): number {
  return expect === 'refusal' ? (refusedWith?.[0] ?? 400) : Number(success?.status) || 200;
}

/** Returns an invented body for an operation. It contains only ids, since later cases need nothing else. */
function inventBody(contract: CheckedContract, operation: CheckedOperation, parameters: Parameters): unknown {
  const shape = listShape(operation, contract.resolve);
  const resourceType = contract.resources.find(({ get, list, create, update, replace }) =>
    [get, list, create, update, replace].includes(operation),
  );
  const { parameter = 'id', idField = 'id' } = resourceType ?? {};
  const userId = resourceType && userParameters([parameter], parameters, operation)[parameter];
  const isCreation = resourceType?.create === operation;
  const resource = { [idField]: isCreation ? `{new_${parameter}}` : (userId ?? `{${parameter}}`) };
  if (!shape) return resource;
  return placeItems({ items: shape.pointer }, {}, [resource, { [idField]: `{other_${parameter}}` }]);
}

/** Returns text with one case on each line: id, method, path and purpose. */
export function listText(cases: readonly ListedCase[]): string {
  const lines = cases.map(({ id, method, path, about, isPreparing }) => {
    const purpose = `${sanitize(about)}${isPreparing ? ', to prepare other test cases' : ''}`;
    return `${sanitize(id)}  ${method} ${sanitize(path, 2000)}  ${purpose}\n`;
  });
  return lines.join('');
}
