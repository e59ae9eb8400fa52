import { isObject, type Json } from '../../../contract/json.js';
import { judgeStatus } from '../../judge/status.js';
import type { CheckedContract } from '../../model/contract/contract.js';
import { headerOf } from '../../model/exchange.js';
import type { MovedTarget } from '../../model/no-verdict.js';
import { pathsQuestion } from '../../model/path-move.js';
import type { Proposal } from '../../model/proposal.js';
import type { Tally } from '../../model/tally.js';

/** Reports the redirect that has ended the run. */
export function reportMove(tally: Tally, { testCase, operation, exchange }: MovedTarget): void {
  const { response } = exchange;
  if (!response) return;
  tally.count(testCase, exchange, []);
  for (const deviation of judgeStatus(operation, testCase, response.status, headerOf(response, 'location')))
    tally.add(testCase, exchange, deviation);
}

/** Returns, as a proposal, the answer to the question about paths, with the redirect as the evidence for it. */
export function moveProposal({ document }: CheckedContract, { move, operation }: MovedTarget): Proposal {
  const answeredValue = document['x-unknowns']?.find(({ id }) => id === pathsQuestion)?.answered?.value;
  return {
    question: pathsQuestion,
    certainty: 'shown',
    answer: { value: { ...(isObject(answeredValue) && answeredValue), ...move } as Json },
    support: {
      responses: 1,
      operations: [operation.id],
      example: { operationId: operation.id, pointer: '', value: 'a permanent redirect to a different path' },
      against: 'A response that is not a redirect, at a path of the contract.',
    },
  };
}
