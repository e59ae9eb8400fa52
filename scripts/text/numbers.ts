let digits: Intl.NumberFormat | undefined;

/** `14,210`: a whole number with commas, the same on every machine. */
export function grouped(value: number): string {
  // Made late, since it takes longer than all else that a command does before its own work.
  digits ??= new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
  return digits.format(value);
}

/** `1 file`, `1,204 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}
