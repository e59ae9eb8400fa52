import { visible } from '../../text/escape.js';
import { UsageError } from '../../text/usage-error.js';
import type { AgainStep } from '../model/again.js';
import type { CheckedContract } from '../model/contract/contract.js';
import type { CheckReport } from '../model/report/report.js';
import { oneSpelling } from '../restore/state-folder.js';
import { baseUrlVariable, targetOf } from '../transport/target.js';

/**
 * The address of the server, which a user has given. A report is data: it may be somebody else's, and says only about
 * which server it is.
 *
 * @throws UsageError without a valid address, or for that of another scheme, host or port than the report has
 */
export function givenAddress({ target }: CheckReport, given: string | undefined): string {
  const named = visible(target.baseUrl);
  if (given === undefined)
    throw new UsageError(
      `The report is about ${named}. Nothing was sent. If the key may go there, type --base-url ${named}, or set ` +
        `${baseUrlVariable}.`,
    );
  targetOf(given);
  if (originOf(target.baseUrl) === originOf(given)) return given;
  throw otherServer(target.baseUrl, given);
}

/**
 * Checks that the address of a replay has the path of that in the report.
 *
 * @param placed the address with the path of the servers in the contract
 * @throws UsageError for another path
 */
export function refuseOtherPath({ target }: CheckReport, given: string, placed: string): void {
  const own = pathOf(target.baseUrl);
  if (own !== pathOf(given) && own !== pathOf(placed)) throw otherServer(target.baseUrl, given);
}

function otherServer(reported: string, given: string): UsageError {
  return new UsageError(
    `The report is about ${visible(reported)}, not about ${visible(given)}. Nothing was sent. Name the report of a ` +
      `run against ${visible(given)} with --report, or type --base-url ${visible(reported)}.`,
  );
}

/** Empty for an address that no check has. */
function originOf(address: string): string {
  try {
    return oneSpelling(address).origin;
  } catch (error) {
    if (error instanceof UsageError) return '';
    throw error;
  }
}

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/+$/, '');
}

/**
 * Checks that a user has given the kind of contract that the report is about, before any is read.
 *
 * @throws UsageError if only one of them is that of this package
 */
export function refuseOtherKind({ contract }: CheckReport, given: string | undefined): void {
  if ((contract.file === undefined) !== (given === undefined)) throw otherContract(contract, given);
}

/**
 * Checks that a contract is that of a report, as far as the steps of a finding go.
 *
 * @throws UsageError for another one, or for one that was taught other answers
 */
export function refuseOtherContract(report: CheckReport, own: CheckedContract, steps: readonly AgainStep[]): void {
  const { contract, answers, operations } = report;
  const isSame = steps.every(({ operationId }) => {
    const reported = operations.find((each) => each.operationId === operationId);
    const given = own.operation(operationId);
    // An operation that neither has is refused by its name.
    if (!reported || !given) return reported === undefined || given !== undefined;
    return reported.method === given.method.toUpperCase() && reported.path === given.path;
  });
  if (contract.title !== own.title || !isSame) throw otherContract(contract, own.file);
  if (answers?.sha256 === own.answers?.sha256) return;
  const given = own.answers ? `those in ${visible(own.answers.file)}` : 'none';
  throw new UsageError(
    answers
      ? `The report was made with the answers in ${visible(answers.file)}, and again uses ${given}. Nothing was ` +
          'sent. Name the same answers with --answers.'
      : `The report was made without answers, and again uses ${given}. Nothing was sent. Type --no-answers.`,
  );
}

function otherContract({ title, version, file }: CheckReport['contract'], given: string | undefined): UsageError {
  const made = `${visible(title)} ${visible(version)}${file === undefined ? '' : ` in ${visible(file)}`}`;
  const used = given === undefined ? 'that of this package' : visible(given);
  const todo =
    file === undefined
      ? 'Remove --contract, in the configuration file as well.'
      : `Name that contract with --contract, such as --contract ${visible(file)}.`;
  return new UsageError(
    `The report was made with the contract ${made}, and again uses ${used}. Nothing was sent. ${todo}`,
  );
}
