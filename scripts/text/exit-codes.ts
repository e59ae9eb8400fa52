import { wrapWithLabel } from './columns.js';

export const exitCodes = {
  done: 0,
  violated: 1,
  usage: 2,
  noVerdict: 3,
  changedByOthers: 4,
  notRestored: 5,
  journalDamaged: 6,
  inUse: 7,
  keyInReport: 8,
  tooLittleTested: 9,
  SIGHUP: 129,
  SIGINT: 130,
  SIGTERM: 143,
} as const;

/** Exit codes in the order of precedence: if several apply, the first one wins. */
export const exitCodePrecedence: readonly number[] = [
  exitCodes.keyInReport,
  exitCodes.notRestored,
  exitCodes.journalDamaged,
  exitCodes.changedByOthers,
  exitCodes.inUse,
  exitCodes.usage,
  exitCodes.SIGHUP,
  exitCodes.SIGINT,
  exitCodes.SIGTERM,
  exitCodes.violated,
  exitCodes.noVerdict,
  exitCodes.tooLittleTested,
  exitCodes.done,
];

/** The most severe of several exit codes; 0 if the list is empty. Unknown codes are ignored. */
export function worstExitCode(codes: readonly number[]): number {
  return exitCodePrecedence.find((code) => codes.includes(code)) ?? exitCodes.done;
}

const { SIGHUP, SIGINT, SIGTERM } = exitCodes;

/** The exit codes of a command as a list for its help, at most 80 columns wide. The three signals share one row. */
export function formatExitCodes(descriptions: Partial<Record<keyof typeof exitCodes, string>>): string {
  const rows = Object.entries(descriptions).map(([name, text]) => {
    const code = exitCodes[name as keyof typeof exitCodes];
    return code === SIGHUP ? [`${SIGHUP}-${SIGTERM}`, text] : [String(code), text];
  });
  return rows
    .flatMap(([code = '', text = '']) => wrapWithLabel(`  ${code.padEnd(10)}`, text, 80))
    .map((line) => `${line}\n`)
    .join('');
}

export const signalHelp = `stopped by a signal: ${SIGHUP} SIGHUP, ${SIGINT} SIGINT, ${SIGTERM} SIGTERM`;
