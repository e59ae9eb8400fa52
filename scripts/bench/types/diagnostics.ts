/** What `tsc --extendedDiagnostics` says about a compilation. */
export interface Diagnostics {
  milliseconds: number;
  /** Bytes. */
  memory: number;
  instantiations: number;
}

/** @throws Error if a figure is missing */
export function diagnosticsIn(printed: string): Diagnostics {
  return {
    milliseconds: figure(printed, 'Total time', /([\d.]+)s/) * 1000,
    memory: figure(printed, 'Memory used', /(\d+)K/) * 1024,
    instantiations: figure(printed, 'Instantiations', /(\d+)/),
  };
}

function figure(printed: string, name: string, form: RegExp): number {
  const line = printed.split('\n').find((each) => each.startsWith(`${name}:`));
  const [, value] = form.exec(line ?? '') ?? [];
  if (value === undefined) throw new Error(`The compiler printed no "${name}".`);
  return Number(value);
}
