import type { OpenApiDocument } from '../../contract/document.js';
import { createSchemaResolver } from '../../contract/references.js';
import type { Exchange } from '../model/exchange.js';
import type { Proposal } from '../model/proposal.js';
import type { EvidenceEntry } from '../model/report/report.js';
import { readMarks, schemasOf } from './marked-parts.js';
import type { Presence } from './presence.js';
import { proposalsOf } from './proposals.js';
import { collectors } from './questions/index.js';
import { ReflectionTracker } from './reflection-tracker.js';
import { ResourceStats } from './resource-stats.js';
import { type CaseResponse, createViewer } from './response-view.js';

export interface Evidence {
  /** Reads one response. Call it once for each response, refusals included. */
  see(seenResponse: CaseResponse): void;
  /** Reads a recorded exchange that belongs to no operation of the contract. */
  seeUnmatchedExchange(exchange: Exchange): void;
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
  const marksOf = readMarks(document);
  const resolve = createSchemaResolver(document);
  const schemas = schemasOf(document);
  const toView = createViewer(document);
  const resources = new ResourceStats(document);
  const tracker = new ReflectionTracker();
  const sharedParts = { document, schemas, resolve, presence, resources, tracker };
  const watches = (document['x-unknowns'] ?? []).flatMap((openQuestion) => {
    const { id, answered } = openQuestion;
    const watch = collectors.get(id)?.({ ...sharedParts, marks: marksOf(id), answered });
    return watch ? [{ unknown: openQuestion, watch, answers: 0 }] : [];
  });
  return {
    see(caseResponse) {
      const view = watches.length > 0 && toView(caseResponse);
      if (!view) return;
      resources.see(view);
      for (const watch of watches) if (watch.watch.see?.(view)) watch.answers += 1;
      tracker.see(view);
    },
    seeUnmatchedExchange(exchange) {
      for (const { watch } of watches) watch.seeUnmatchedExchange?.(exchange);
    },
    entries() {
      return watches
        .map(({ unknown: { id, question, assumed }, watch, answers }) => {
          const gap = watch.describeGap?.();
          return {
            unknown: id,
            question,
            assumed: assumed.trim(),
            seen: watch.sentences().flatMap((sentence) => sentence || []),
            ...(gap !== undefined && { gap }),
            answers: watch.answers?.() ?? answers,
          };
        })
        .filter(({ seen }) => seen.length > 0);
    },
    proposals() {
      return watches.flatMap(({ unknown: openQuestion, watch }) => proposalsOf(openQuestion, watch.claims?.() ?? {}));
    },
  };
}
