/** A question that a person must answer in some worlds: `learn` cannot find the answer, but a strict check needs it. */
export interface ByHand {
  question: string;
  worlds: readonly string[];
  why: string;
  /** Whether a run with this answer finds more, so that another run must follow. */
  isLeading?: boolean;
}

export const byHand: readonly ByHand[] = [
  {
    question: 'the-service.name',
    worlds: ['link-header', 'next-after'],
    why: 'Only somebody who knows the name of a field sends it.',
  },
  {
    question: 'operations.paths',
    worlds: ['moved-paths'],
    why: 'A run sends requests to the addresses of the contract alone.',
  },
  {
    question: 'operations.paths',
    worlds: ['odata'],
    why: 'A run sends requests to the addresses of the contract alone; the update there leaves badges without a title.',
    isLeading: true,
  },
  {
    question: 'links.leading-slash',
    worlds: ['cursor-pages', 'odata'],
    why: 'A person says it in one line.',
  },
  {
    question: 'certifications.position',
    worlds: ['link-header'],
    why: 'A person says it in one line.',
  },
  {
    question: 'contact-request-form.active',
    worlds: ['nested-envelope'],
    why: 'A person says it in one line.',
  },
  {
    question: 'resource-items.types',
    worlds: ['odata'],
    why: 'A person says it in one line.',
  },
  {
    question: 'partner-entry-update.owner-keys',
    worlds: ['strict-requests'],
    why: 'No response names the key that must be sent.',
  },
];
