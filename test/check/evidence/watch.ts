import { beforeEach } from 'vitest';
import type { Answer } from '../../../scripts/answers/answers.js';
import { ownContract } from '../../../scripts/check/engine/contract/own-contract.js';
import { readContractWithAnswers } from '../../../scripts/check/engine/contract/taught-contract.js';
import { createEvidence, type Evidence } from '../../../scripts/check/evidence/index.js';
import { createPresence, type Presence } from '../../../scripts/check/evidence/presence.js';
import type { CaseResponse } from '../../../scripts/check/evidence/response-view.js';
import type { TestCase } from '../../../scripts/check/model/case.js';
import type { CheckedContract } from '../../../scripts/check/model/contract/contract.js';
import type { Exchange } from '../../../scripts/check/model/exchange.js';
import type { KeyUse } from '../../../scripts/check/model/near-key.js';
import type { Proposal } from '../../../scripts/check/model/proposal.js';
import type { EvidenceEntry } from '../../../scripts/check/model/report/report.js';
import type { OpenApiDocument } from '../../../scripts/contract/document.js';
import { answersFile } from '../../answers/taught.js';

/** The differences between an exchange and a read with the right key that returns 200. */
export interface ExchangeParts extends Partial<Pick<TestCase, 'kind' | 'expect' | 'pointer'>> {
  path?: string;
  sent?: unknown;
  key?: KeyUse;
  status?: number;
  headers?: Record<string, string>;
  /** The JSON body of the response. */
  value?: unknown;
  /** A response body that is not JSON. */
  text?: string;
  exists?: boolean;
  /** JSON pointer of the resource, if the contract describes no object around it. */
  envelope?: string;
  /** Whether the run has begun to write. */
  isWriting?: boolean;
  /** The word before the key in a recorded request. */
  scheme?: string;
  /** Headers of the request. */
  asked?: Record<string, string>;
  /** Number of such exchanges. */
  times?: number;
  /** The reason why there is no response. */
  failure?: Exchange['failure'];
}

/** Collects evidence about the package's own contract. Each test of a file begins without any. */
export function watchEvidence() {
  const ownChecked = ownContract();
  let contract = ownChecked;
  let presence: Presence;
  let evidence: Evidence;
  const restart = (document: OpenApiDocument): void => {
    presence = createPresence(contract.resolve, contract.operations);
    evidence = createEvidence(document, presence);
  };
  beforeEach(() => {
    contract = ownChecked;
    restart(contract.document);
  });
  /** Starts again, with the contract that these answers teach. */
  const teach = (answers: Record<string, unknown>): void => {
    contract = readContractWithAnswers(answersFile(answers));
    restart(contract.document);
  };
  /** Passes an exchange to `presence` and `evidence`, as the check does. */
  const see = (operationId: string, parts: ExchangeParts = {}): void => {
    const seenResponse = seenOf(contract, operationId, parts);
    const schema = seenResponse.operation.success?.bodies[0]?.schema;
    for (let count = 0; count < (parts.times ?? 1); count += 1) {
      if ((seenResponse.exchange.response?.status ?? 600) < 300 && schema) presence.see(schema, seenResponse.value);
      evidence.see(seenResponse);
    }
  };
  /** Passes on a recorded JSON response to a request that belongs to no operation. */
  const seeOther = (method: string, path: string, value: unknown): void => {
    const request = { method, path, headers: {}, key: 'right' as const };
    const response = { status: 200, headers: {}, bytes: Buffer.from(JSON.stringify(value)) };
    evidence.seeUnmatchedExchange({ request, response, milliseconds: 1, attempts: 1 });
  };
  const seeList = (operationId: string, ...items: object[]): void => see(operationId, { value: items });
  const entries = (): EvidenceEntry[] => evidence.entries();
  const entryOf = (unknown: string): EvidenceEntry | undefined => entries().find((entry) => entry.unknown === unknown);
  const sentences = (unknownText: string): string[] | undefined => entryOf(unknownText)?.seen;
  /** Returns all proposals, or those about one question. */
  const proposals = (question?: string): Proposal[] =>
    evidence.proposals().filter((proposal) => question === undefined || proposal.question === question);
  /** Returns the proposed values for a question, by certainty, each with its exceptions. */
  const readProposed = (question: string): Record<string, unknown> => {
    const short = ({ value, except }: Answer): unknown => (except ? { value, except } : value);
    const rows = proposals(question).map((each) => [
      each.certainty,
      each.certainty === 'conflicting' ? each.readings.map(({ answer }) => short(answer)) : short(each.answer),
    ]);
    return Object.fromEntries(rows);
  };
  let last = 0;
  const inDirectory = (directory: string, ...fields: object[]): void => {
    const path = `/api/directory/private/v1alpha/directories/${directory}/entries/partners/`;
    const value = fields.map((field) => {
      last += 1;
      return { id: `entry-${last}`, ...field };
    });
    see('listPartnerEntries', { path, value });
  };
  /** Passes on a list of new partner entries with these fields, in directory 1, or in another directory with `in`. */
  const seeEntries = Object.assign((...fields: object[]): void => inDirectory('1', ...fields), { in: inDirectory });
  const readers = { entries, entryOf, sentences, proposals, proposed: readProposed };
  return { contract: ownChecked, restart, teach, see, seeList, seeOther, seeEntries, ...readers };
}

function seenOf(contract: CheckedContract, operationId: string, parts: ExchangeParts): CaseResponse {
  const operation = contract.operation(operationId);
  if (!operation) throw new RangeError(operationId);
  const { kind = 'read', expect = 'success', pointer, sent, value, status = 200, key = 'right', failure } = parts;
  const body = sent === undefined || typeof sent === 'string' ? sent : JSON.stringify(sent);
  const path = parts.path ?? operation.path.replace(/\{\w+\}/g, '1');
  const { scheme, asked = {} } = parts;
  const request = {
    method: operation.method.toUpperCase(),
    path,
    headers: asked,
    body,
    key,
    ...(scheme !== undefined && { scheme }),
  };
  const headers = { ...(value !== undefined && { 'content-type': 'application/json' }), ...parts.headers };
  const bytes = Buffer.from(parts.text ?? (value === undefined ? '' : JSON.stringify(value)));
  const came = failure ? { failure } : { response: { status, headers, bytes } };
  const testCase = { about: 'x', request, expect, ...(pointer !== undefined && { pointer }) };
  return {
    case: { id: `${operationId}/${kind}`, operationId, kind, ...testCase },
    operation,
    exchange: { request, ...came, milliseconds: 1, attempts: 1 },
    value,
    ...(parts.envelope !== undefined && { envelope: parts.envelope }),
    hasExistingIds: parts.exists ?? true,
    isWriting: parts.isWriting ?? false,
  };
}
