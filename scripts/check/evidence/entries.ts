import { Tallies, Tally } from './counts.js';
import type { JsonObject, Rule } from './rule.js';
import { cut, list, tallied, withoutFalse } from './words.js';

/** Resources that a rule remembers between responses; later ones are ignored. */
const remembered = 2000;

const transitions: Rule = {
  unknown: 'entry.transitions',
  watch({ marked }) {
    const last = new Map<string, string>();
    const accepted = new Tally();
    const refused = new Tally();
    return {
      see(sight) {
        const { exchange, asked, shown, resources } = sight;
        const request = asked === undefined ? undefined : marked.properties.find(({ schema }) => schema === asked);
        const sent = request && sight.sent;
        const to = request && sent?.[request.property];
        const from = sent && last.get(lastSegment(exchange.request.path));
        let bears = false;
        if (sent && typeof to === 'string' && from !== undefined && from !== to) {
          const isAlone = Object.keys(sent).length === 1;
          if (sight.isSuccess) accepted.add(`${from} to ${cut(to)}`);
          else if (sight.refusesContent && isAlone) refused.add(`${from} to ${cut(to)}`);
          bears = sight.isSuccess || (sight.refusesContent && isAlone);
        }
        const place = marked.properties.find(({ schema }) => schema === shown);
        for (const object of place ? resources : []) {
          const status = object[place?.property ?? ''];
          const own = idOf(object);
          if (own !== undefined && typeof status === 'string' && (last.has(own) || last.size < remembered))
            last.set(own, cut(status));
        }
        return bears;
      },
      sentences: () =>
        withoutFalse(
          accepted.total > 0 && `Accepted: ${changesIn(accepted)}.`,
          refused.total > 0 && `Refused: ${changesIn(refused)}.`,
        ),
    };
  },
};

function changesIn(tally: Tally): string {
  return tally
    .entries()
    .map(([change, times]) => `from ${change} (${times})`)
    .slice(0, 20)
    .join(', ');
}

const approval: Rule = {
  unknown: 'approval.states',
  watch({ marked }) {
    const statuses = new Tallies();
    const states = new Tallies();
    return {
      see({ operation, status, exists, isSuccess, resources, exchange }) {
        if (!marked.operations.has(operation.id) || exchange.request.key !== 'right' || !(isSuccess || exists))
          return false;
        statuses.of(operation.id).add(status);
        for (const object of resources) {
          for (const name of ['status', 'state']) {
            const value = object[name];
            if (typeof value === 'string') states.of(operation.id).add(value);
          }
        }
        return true;
      },
      sentences: () =>
        statuses.entries().map(([id, tally]) => {
          const names = states.of(id).words();
          return (
            `${id} returned ${tallied(tally.entries())}` +
            `${names.length > 0 ? `; states in its responses: ${list(names, 10)}` : ''}.`
          );
        }),
    };
  },
};

function idOf(object: JsonObject): string | undefined {
  const { id } = object;
  return typeof id === 'string' && id.length <= 100 ? id : undefined;
}

function lastSegment(path: string): string {
  return path.split('?')[0]?.split('/').filter(Boolean).at(-1) ?? '';
}

export const entryRules: readonly Rule[] = [transitions, approval];
