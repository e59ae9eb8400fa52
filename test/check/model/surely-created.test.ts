import { expect, it } from 'vitest';
import { type CreationEvidence, isSurelyCreated } from '../../../scripts/check/model/surely-created.js';
import { yamlBeside } from '../../yaml-beside.js';

const evidence = {
  status: 201,
  wasKnown: false,
  isListComplete: false,
  requestBody: { name: 'Check-k4m9x2 name', size: 3 },
  resource: { id: 'a1', name: 'Check-k4m9x2 name', size: 3 },
};

type Row = [given: string, change: Partial<CreationEvidence> & { ownKey?: string }, isSure: boolean];

it.each(yamlBeside<Row[]>(import.meta.url, 'surely-created.yaml'))(
  'a resource is surely created or not, given %s',
  (_, { ownKey, ...change }, isSure) => {
    const ownKeys = new Set(ownKey === undefined ? [] : [ownKey]);
    expect(isSurelyCreated({ ...evidence, ...change, chosenIds: ownKeys })).toBe(isSure);
  },
);
