import { Bodies } from '../cases/bodies.js';
import type { JsonObject } from '../cases/body-values.js';
import { idCases, keyCases } from '../cases/refusals.js';
import type { TestCase } from '../model/case.js';
import type { CheckedOperation } from '../model/contract/operations.js';
import { prefixesOf } from '../model/contract/resources.js';
import { caseOf, type Parameters } from '../model/request.js';
import { probesOf } from './action.js';
import { ownSource } from './own-source.js';
import { refusedCases } from './scenes/refused-cases.js';
import { below, keyOf, type Scene } from './scenes/scene.js';
import { round, type Sent, send, type Write } from './scenes/scene-writes.js';

const maker = ({ type }: Scene): CheckedOperation | undefined => type.create;
const own = ({ subject }: Scene): Parameters => subject.resource.parameters;
const beside = (testCase: TestCase): Sent => ({ case: { ...testCase, id: `${testCase.id}/${round}` } });

function bodiesFor({ source }: Scene, operation: CheckedOperation, parameters: Parameters): Bodies {
  return new Bodies({ source, operation, parameters, round });
}

const all = (bodies: Bodies, salt: string): JsonObject | undefined => bodies.certain(() => undefined, salt);

/** A creation with the values of the subject. */
function sameAgain({ subject: { resource, body } }: Scene, operation: CheckedOperation, about: string): Sent[] {
  const [parameters, detail] = [resource.parents, `${round} ${about}`];
  if (!operation.body) return [];
  return [{ case: caseOf(operation, { kind: 'create', about, expect: 'either', detail, parameters, body }), body }];
}

/** Every way to write, in the order of a scene. A new one is a line here. */
export const writes: readonly Write[] = [
  {
    name: 'A refused update',
    kind: 'refused',
    rule: 'refusal.changes',
    operation: ({ type }) => type.update,
    cases: (scene, operation) => refusedCases(scene, operation, own(scene)),
  },
  {
    name: 'A refused replacement',
    kind: 'refused',
    rule: 'refusal.changes',
    operation: ({ type }) => type.replace,
    cases: (scene, operation) => refusedCases(scene, operation, own(scene)),
  },
  {
    name: 'A refused creation',
    kind: 'refused',
    rule: 'refusal.changes',
    operation: maker,
    cases: (scene, operation) => refusedCases(scene, operation, scene.subject.resource.parents),
  },
  {
    name: 'A refused deletion',
    kind: 'refused',
    rule: 'refusal.changes',
    operation: ({ type }) => type.remove,
    cases: ({ source, subject: { resource } }, operation) => [
      ...keyCases(source, operation, resource.parameters).slice(0, 1).map(beside),
      ...idCases(source, operation, resource.parameters)
        .filter(({ kind }) => kind === 'other-parent')
        .slice(0, 1)
        .map(beside),
    ],
  },
  {
    name: 'A deletion of an unknown id',
    kind: 'refused',
    mayPass: true,
    rule: 'delete.elsewhere',
    takes: 'delete.takes-others',
    operation: ({ type }) => type.remove,
    cases: ({ source, subject: { resource } }, operation) =>
      idCases(source, operation, resource.parameters)
        .filter(({ kind }) => kind === 'unknown-id')
        .map(beside),
  },
  {
    name: 'A refused action',
    kind: 'refused',
    rule: 'refusal.changes',
    operation: actionOf,
    cases: (scene, operation) => refusedCases(scene, operation, below(scene.subject.resource)),
  },
  {
    name: 'An empty update',
    kind: 'empty',
    mayPass: true,
    rule: 'update.elsewhere',
    operation: ({ type }) => type.update,
    cases: (scene, operation) => {
      const body = bodiesFor(scene, operation, own(scene));
      return body.schema.type === 'array' ? [] : [body.probe('empty', 'without any field', {}, { expect: 'either' })];
    },
  },
  {
    name: 'An update',
    kind: 'update',
    rule: 'update.elsewhere',
    operation: ({ type }) => type.update,
    cases: (scene, operation) => {
      const bodies = bodiesFor(scene, operation, own(scene));
      const together = bodies.together(() => undefined);
      return [...bodies.fields(() => undefined), ...(together ? [together] : [])];
    },
  },
  {
    name: 'A replacement',
    kind: 'replace',
    rule: 'replace.elsewhere',
    operation: ({ type }) => type.replace,
    cases: (scene, operation) => {
      const bodies = bodiesFor(scene, operation, own(scene));
      const whole = all(bodies, 'replace');
      const least = bodies.probe('replace', 'with the least', bodies.least('least'), { detail: 'least' });
      return whole ? [least, bodies.probe('replace', 'with everything', whole, { detail: 'whole' })] : [least];
    },
  },
  {
    name: 'A creation',
    kind: 'create',
    rule: 'create.elsewhere',
    operation: maker,
    cases: (scene, operation) => {
      const { parents } = scene.subject.resource;
      const bodies = bodiesFor(scene, operation, parents);
      const body = all(bodies, 'create');
      return body ? [bodies.probe('create', 'for a new resource', body, { expect: 'either' })] : [];
    },
  },
  {
    name: 'A second creation with the same body',
    kind: 'create',
    rule: 'create.elsewhere',
    operation: maker,
    cases: (scene, operation) => sameAgain(scene, operation, 'with the same values again'),
  },
  {
    name: 'An action',
    isExtra: true,
    kind: 'action',
    rule: 'action.elsewhere',
    operation: actionOf,
    cases: async ({ harness, subject }, operation) => {
      const parameters = below(subject.resource);
      const source = await ownSource(harness, operation, parameters);
      return probesOf(new Bodies({ source, operation, parameters, round }), operation, parameters).slice(0, 2);
    },
  },
  {
    name: 'A deletion',
    kind: 'delete',
    rule: 'delete.elsewhere',
    takes: 'delete.takes-others',
    operation: ({ type }) => type.remove,
    cases: (scene, operation) => {
      const parameters = own(scene);
      const detail = `${round} delete`;
      return [
        { case: caseOf(operation, { kind: 'delete', about: 'of a resource', expect: 'any', parameters, detail }) },
      ];
    },
  },
  {
    name: 'A second deletion',
    isExtra: true,
    kind: 'again',
    mayPass: true,
    rule: 'delete.elsewhere',
    takes: 'delete.takes-others',
    operation: (scene) => (scene.gone.size > 0 ? scene.type.remove : undefined),
    cases: (scene, operation) => {
      const parameters = own(scene);
      const parts = { kind: 'delete-again', about: 'of a deleted resource', expect: 'either' } as const;
      return [{ case: caseOf(operation, { ...parts, parameters, detail: `${round} again` }) }];
    },
    prepare: deleted,
  },
  {
    name: 'A creation with the values of a deleted resource',
    isExtra: true,
    kind: 'create',
    rule: 'create.elsewhere',
    operation: (scene) => (scene.gone.size > 0 ? scene.type.create : undefined),
    cases: (scene, operation) => sameAgain(scene, operation, 'with the values of a deleted resource'),
    prepare: deleted,
  },
  {
    name: 'A deletion of the last ones of its kind',
    isExtra: true,
    kind: 'delete',
    rule: 'delete.elsewhere',
    takes: 'delete.takes-others',
    operation: ({ type, members }) => (members.some(({ relation }) => relation === 'parent') ? type.remove : undefined),
    cases: ({ type, members, gone }, operation) =>
      members
        .filter(({ resource }) => resource.type === type && !gone.has(keyOf(resource)))
        .map(({ resource: { parameters } }, index) => {
          const detail = `${round} ${index}`;
          return {
            case: caseOf(operation, { kind: 'delete', about: 'of a resource', expect: 'any', parameters, detail }),
          };
        }),
  },
];

async function deleted(scene: Scene): Promise<void> {
  const write = writes.find(({ kind }) => kind === 'delete');
  if (write) await send(write, scene);
}

/** An action on the subject: POST below its path that creates nothing. */
function actionOf({ harness: { session, scope }, type }: Scene): CheckedOperation | undefined {
  const { operations, resources } = session.contract;
  return operations.find(
    (operation) =>
      operation.method === 'post' &&
      prefixesOf(operation.path).at(-1) === type.prefix &&
      !resources.some(({ create }) => create === operation) &&
      scope.has(operation) &&
      scope.whyNever(operation) === undefined,
  );
}
