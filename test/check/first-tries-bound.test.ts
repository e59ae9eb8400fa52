// @module-tag slow
import { expect, it } from 'vitest';
import type { Finding } from '../../scripts/check/model/finding.js';
import type { CheckReport } from '../../scripts/check/model/report/report.js';
import { reasonOf, tested } from './run.js';
import type { Json, JsonObject } from './service/contract.js';
import { documentOfType, text } from './service/document.js';
import { checkDocument, type ResourceOptions } from './service/resources.js';
import { reply } from './service/service.js';

/** Checks a service of plans, which refuses a creation for this reason. */
async function checkPlans(
  kind: JsonObject,
  whyRefused: (body: JsonObject) => Json | undefined,
): Promise<{ report: CheckReport; tries: number }> {
  const plan = { title: text, kind, size: { type: 'integer', minimum: 1, maximum: 9 } };
  const document = documentOfType('Plan', plan, ['title', 'kind'], 'GET POST PATCH DELETE');
  let tries = 0;
  const service: ResourceOptions = {
    change: ({ schema }) => ({
      schema(call) {
        const refusal = schema(call);
        if (refusal || call.method !== 'POST') return refusal;
        tries += 1;
        const why = whyRefused(call.body as JsonObject);
        return why === undefined ? undefined : reply(400, why);
      },
    }),
  };
  const { report } = await checkDocument(document, service, { runs: 0 });
  return { report, tries };
}

it('a service that refuses each creation gets at most twelve of them', async () => {
  const { report, tries } = await checkPlans(text, () => ({ kind: ['This plan is sold out.'] }));
  expect(tries).toBeLessThanOrEqual(12);
  expect(reasonOf(report, 'createPlan')).toMatch(
    /^The server refused 12 requests of this operation in a row, so the check sent no more\./,
  );
  expect(report.findings.map(({ rule }: Finding) => rule)).not.toContain('request.refused');
});

it('an example of a property is tried before invented values', async () => {
  const refuse = ({ kind }: JsonObject): Json | undefined =>
    kind === 'team' ? undefined : { kind: ['There is no such kind.'] };
  const { report } = await checkPlans({ ...text, example: 'team' }, refuse);
  expect(tested(report)).toEqual(['listPlans', 'createPlan', 'getPlan', 'updatePlan', 'deletePlan']);
});
