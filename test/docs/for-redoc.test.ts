import { describe, expect, it } from 'vitest';
import { contract } from '../../generated/contract.js';
import { unknownAddress } from '../../scripts/build/docs/links/addresses.js';
import { samplesOf } from '../../scripts/build/docs/pages/samples.js';
import { toRedocDocument } from '../../scripts/build/docs/reference/redoc-document.js';
import type { OpenApiOperation } from '../../scripts/contract/document.js';
import { eachOperation } from '../../scripts/contract/operations.js';
import { standingOf } from '../../scripts/contract/standing.js';

describe('the document for Redoc', () => {
  const shown = toRedocDocument(contract);
  const operations = [...eachOperation(shown)].map(
    ({ operation }) => operation as OpenApiOperation & Record<string, unknown>,
  );

  it('has a badge and the samples in curl and TypeScript of each operation', () => {
    const originals = [...eachOperation(contract)].map(({ operation }) => operation);
    expect(operations).toHaveLength(117);
    for (const [index, operation] of operations.entries()) {
      const originalOperation = originals[index]!;
      const standing = standingOf(originalOperation);
      expect(operation['x-badges']).toEqual([{ name: standing, color: standing }]);
      expect(operation.description).toContain(`\n\nStanding: ${standing}. `);
      expect(operation.description).toContain(`\n\nIn the client: ${operation.operationId}.`);
      const [curl, typeScript] = samplesOf(contract, originalOperation);
      expect(operation['x-codeSamples']).toEqual([
        { lang: 'bash', label: 'curl', source: curl?.source },
        { lang: 'typescript', label: 'TypeScript', source: typeScript?.source },
      ]);
    }
  });

  it('names each open question where it applies, with a link except at operations', () => {
    const places = (node: unknown, way: string[] = []): { way: string[]; ids: string[] }[] => {
      if (typeof node !== 'object' || node === null) return [];
      const ids = (node as { 'x-unknown'?: string[] })['x-unknown'];
      return [
        ...(ids ? [{ way, ids }] : []),
        ...Object.entries(node).flatMap(([key, value]) => places(value, [...way, key])),
      ];
    };
    const foundPlaces = places(contract);
    expect(foundPlaces.length).toBeGreaterThan(200);
    for (const { way, ids } of foundPlaces) {
      // Redoc would show a server as a path of its own page, so the text about servers is inside `info`.
      const place = way[0] === 'servers' ? ['info'] : way;
      const { description } = place.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], shown) as {
        description: string;
      };
      const isOperation = way[0] === 'paths' && way.length === 3;
      for (const id of ids)
        expect(description, way.join('/')).toContain(isOperation ? id : `[${id}](${unknownAddress(id)})`);
    }
  });

  it('has the description of the schema at each body', () => {
    const failure = shown.components['responses']?.['UnexpectedError'] as { description: string };
    expect(failure.description).toContain('\n\nSchema: ApiError, inferred. Open questions: errors.body.');
    const update = operations.find(({ operationId }) => operationId === 'updatePartnerEntry')?.requestBody as
      | { description?: string }
      | undefined;
    expect(update?.description).toContain(
      '\n\nSchema: PartnerEntryUpdate, stated (section 4.1). Open questions: partner-entry-update.required, ',
    );
  });

  // Redoc parses these texts of all operations before it shows any operation.
  it('adds no Markdown constructs to operations and bodies', () => {
    const addedValues = operations.flatMap(({ description = '', responses }) =>
      [
        description,
        ...Object.values(responses).map((response) => ('description' in response ? response.description : '')),
      ].flatMap((text) =>
        text.split('\n\n').filter((paragraph) => /^(Standing|Open questions|In the client|Schema): /.test(paragraph)),
      ),
    );
    expect(addedValues.length).toBeGreaterThan(3 * operations.length);
    for (const paragraph of addedValues) expect(paragraph).toMatch(/^[a-zA-Z0-9\s\-,.!?:;'"()/]+$/);
  });

  it('has no parts that Redoc would not use, and leaves the bundle unchanged', () => {
    const textBefore = JSON.stringify(contract);
    expect(JSON.stringify(toRedocDocument(contract))).not.toMatch(
      /"x-(provenance|unknowns?|reflected-as|known-values|open|interpreted|invented)":/,
    );
    expect(JSON.stringify(contract)).toBe(textBefore);
  });
});
