import type { OpenApiDocument } from '../../contract/document.js';
import { schemaResolver } from '../../contract/references.js';
import type { Exchange } from '../model/exchange.js';
import type { Proposal } from '../model/proposal.js';
import type { EvidenceEntry } from '../model/report/report.js';
import { readMarked, schemasOf } from './marked.js';
import type { Presence } from './presence.js';
import { proposalsOf } from './proposals.js';
import { collectors } from './questions/index.js';
import { ReflectedSeen } from './reflected-seen.js';
import { ResourcesSeen } from './resources-seen.js';
import { createSights, type Seen } from './sight.js';

/** Collects evidence from traffic about the open questions of a contract. */
export interface Evidence {
  /** Reads one response. Call it once for each response, refusals included. */
  see(seen: Seen): void;
  /** Reads a recorded exchange that belongs to no operation of the contract. */
  seeOther(exchange: Exchange): void;
  /** The questions with evidence, in the order of the register. */
  entries(): EvidenceEntry[];
  /** The answers that the evidence supports, in the order of the register. */
  proposals(): Proposal[];
}

/**
 * Collects evidence about the entries of `x-unknowns`. A document without them has no questions, and gets no evidence.
 *
 * @param presence must have read the bodies of all success responses before `entries` is called
 */
export function createEvidence(document: OpenApiDocument, presence: Presence): Evidence {
  const marked = readMarked(document);
  const resolve = schemaResolver(document);
  const schemas = schemasOf(document);
  const toSight = createSights(document);
  const resources = new ResourcesSeen(document);
  const reflected = new ReflectedSeen();
  const watches = (document['x-unknowns'] ?? []).flatMap((unknown) => {
    const about = { marked: marked(unknown.id), answered: unknown.answered };
    const watch = collectors.get(unknown.id)?.({
      document,
      schemas,
      resolve,
      presence,
      resources,
      reflected,
      ...about,
    });
    return watch ? [{ unknown, watch, answers: 0 }] : [];
  });
  return {
    see(seen) {
      const sight = watches.length > 0 && toSight(seen);
      if (!sight) return;
      resources.see(sight);
      for (const each of watches) if (each.watch.see?.(sight)) each.answers += 1;
      reflected.see(sight);
    },
    seeOther(exchange) {
      for (const { watch } of watches) watch.seeOther?.(exchange);
    },
    entries() {
      return watches
        .map(({ unknown: { id, question, assumed }, watch, answers }) => ({
          unknown: id,
          question,
          assumed: assumed.trim(),
          seen: watch.sentences().flatMap((sentence) => sentence || []),
          answers: watch.answers?.() ?? answers,
        }))
        .filter(({ seen }) => seen.length > 0);
    },
    proposals() {
      return watches.flatMap(({ unknown, watch }) => proposalsOf(unknown, watch.claims?.() ?? {}));
    },
  };
}
