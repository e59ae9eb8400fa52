import { describe, expect, it } from 'vitest';
import { createSandbox, faultNames, type SandboxOptions } from '../../scripts/sandbox/index.js';

/** A small state. */
const state = { ...createSandbox().snapshot(), collections: {} };
const record = { id: 'a', parents: {}, value: {} };
const stateAdvice = 'Pass a state that snapshot() returned.';
const noFormat = `/format must be "directory-contract/sandbox", found nothing. ${stateAdvice}`;

/** All options, so that the types say if one is missing. */
const options: Record<keyof SandboxOptions, unknown> = {
  data: undefined,
  now: undefined,
  ids: undefined,
  apiKey: 'a',
  entries: undefined,
  seed: 1,
  latency: 0,
  scenario: [],
  clock: undefined,
  faults: [],
  answers: undefined,
  onChange: undefined,
};

describe('a program without types', () => {
  it.each<[object, string]>([
    [{ fault: ['slow'] }, `found the option "fault". Did you mean faults?`],
    [{ Data: state }, `found the option "Data". Did you mean data?`],
    [{ scenarios: undefined }, `found the option "scenarios". Did you mean scenario?`],
    [{ faults: 'slow' }, `Expected a list of faults, found "slow". Pass a list, such as ['slow'].`],
    [{ faults: ['slwo'] }, 'Unknown fault "slwo". Did you mean slow?'],
    [{ scenario: 'slow' }, 'scenario: Expected a list of rules'],
    [{ data: {} }, `data is not a state of a sandbox: ${noFormat}`],
    [{ data: [] }, `data is not a state of a sandbox: it must be an object, found []. ${stateAdvice}`],
    [{ data: null }, `data is not a state of a sandbox: it must be an object, found null. ${stateAdvice}`],
  ])('learns what is wrong with the options %j', (wrongOptions, message) => {
    expect(() => createSandbox(wrongOptions as never)).toThrow(RangeError);
    expect(() => createSandbox(wrongOptions as never)).toThrow(message);
  });

  it('learns which options there are', () => {
    const names = Object.keys(options).sort();
    const message = /^Expected one of (.*), found the option "port"/;
    let problem = '';
    try {
      createSandbox({ port: 4020 } as never);
    } catch (error) {
      problem = message.exec((error as Error).message)?.[1] ?? '';
    }
    expect(problem.split(', ').sort()).toEqual(names);
    expect(() => createSandbox(options as never)).not.toThrow();
  });

  it.each<[unknown, string]>([
    ['slow', `Expected a list of faults, found "slow". Pass a list, such as ['slow'].`],
    [undefined, `Expected a list of faults, found undefined. Pass a list, such as ['slow'].`],
    [{ slow: true }, `Expected a list of faults, found {"slow":true}. Pass a list, such as ['slow'].`],
    [[5], 'Unknown fault "5". Known names: wrong-type, nested-wrong-type, null-leak, '],
  ])('learns what is wrong with the faults %j, and those before stay', (faults, message) => {
    const sandbox = createSandbox({ faults: ['resets'] });
    expect(() => sandbox.setFaults(faults as never)).toThrow(message);
    expect(sandbox.faults()).toEqual(['resets']);
  });

  it.each<[unknown, string]>([
    [{}, noFormat],
    [undefined, `it must be an object, found nothing. ${stateAdvice}`],
    [JSON.stringify(state), 'it must be an object, found "'],
    [{ ...state, version: 2 }, `/version must be 1: this program supports no other version, found 2. ${stateAdvice}`],
    [
      { ...state, collections: { Tier: {} } },
      `/collections/Tier must be an array of records, found {}. ${stateAdvice}`,
    ],
    [
      { ...state, collections: { Tier: [record, { ...record, id: 7 }] } },
      `/collections/Tier/1/id must be a string, found 7. ${stateAdvice}`,
    ],
  ])('learns what is wrong with the state %j, and the one before stays', (given, message) => {
    const sandbox = createSandbox({ data: state });
    expect(() => sandbox.load(given as never)).toThrow(`The argument of load is not a state of a sandbox: ${message}`);
    expect(sandbox.snapshot()).toEqual(state);
  });
});

it('the type of faults has their names, so that editors complete them', () => {
  const name: (typeof faultNames)[number] = 'slow';
  // @ts-expect-error no fault has this name
  const wrong: (typeof faultNames)[number] = 'slwo';
  expect([faultNames.includes(name), faultNames.includes(wrong)]).toEqual([true, false]);
  expect(createSandbox({ faults: faultNames.map(String) }).faults()).toEqual(faultNames);
});
