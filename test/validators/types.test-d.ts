// Code that must compile, and code that must not. The type checker reports each expected error that does not occur.
import type { StandardSchemaV1 } from '@standard-schema/spec';
import { type inferProcedureInput, initTRPC } from '@trpc/server';
import { createDirectoryClient, type PartnerEntry, type PartnerEntryUpdate, type Tier } from '../../scripts/index.js';
import type { ResponseIssue, ValidationIssue, Validator } from '../../scripts/validators/index.js';
import { partnerEntry, partnerEntryUpdate, tier, validateResponses } from '../../scripts/validators/index.js';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<A, B>(_: Equal<A, B>): void {}

export function standard(): void {
  const schema: StandardSchemaV1<PartnerEntryUpdate> = partnerEntryUpdate;
  const both: StandardSchemaV1<Tier, Tier> = tier;
  same<StandardSchemaV1.InferInput<typeof partnerEntry>, PartnerEntry>(true);
  same<StandardSchemaV1.InferOutput<typeof partnerEntryUpdate>, PartnerEntryUpdate>(true);
  // @ts-expect-error a tier is not a text
  const wrongValidator: StandardSchemaV1<string> = tier;
  void [schema, both, wrongValidator];
}

export function narrowing(value: unknown): void {
  same<typeof tier, Validator<Tier>>(true);
  if (tier.is(value)) same<typeof value, Tier>(true);
  const result = tier.validate(value);
  // @ts-expect-error a value requires a check of issues
  void result.value;
  if (result.issues) {
    same<(typeof result.issues)[number], ValidationIssue>(true);
    const [first] = result.issues;
    same<NonNullable<typeof first>['path'], readonly (string | number)[]>(true);
  } else {
    same<typeof result.value, Tier>(true);
  }
  same<Tier[], ReturnType<typeof filtered>>(true);
  function filtered(values: unknown[]) {
    return values.filter(tier.is);
  }
  // @ts-expect-error a validator is frozen
  tier.is = partnerEntry.is;
}

export function trpc(): void {
  const t = initTRPC.create();
  const procedure = t.procedure.input(partnerEntryUpdate).mutation(({ input }) => {
    same<typeof input, PartnerEntryUpdate>(true);
    // @ts-expect-error the spelling in responses
    void input.custom_slug;
    return input.title;
  });
  same<inferProcedureInput<typeof procedure>, PartnerEntryUpdate>(true);
}

export function responses(): void {
  const { raw } = createDirectoryClient({ baseUrl: 'http://127.0.0.1:4010', apiKey: 'mock-key' });
  raw.use(
    validateResponses({
      onIssue: (issue) => {
        same<typeof issue, ResponseIssue>(true);
        // @ts-expect-error no such operation
        void (issue.operationId === 'getNothing');
        void [issue.status.toFixed(), issue.pointer.length];
      },
    }),
  );
  // @ts-expect-error onIssue is required
  validateResponses({});
}
