/** Answers to every question about fields and schemas. They do not contradict each other. */
export const fieldAnswers: Readonly<Record<string, { value: unknown; closed?: boolean }>> = {
  'links.leading-slash': { value: false },
  'the-service.name': { value: { request: 'website', response: 'website_url' } },
  'partner-entry.fields': {
    value: {
      created_at: { type: 'string', format: 'date-time', description: 'Time of creation.' },
      score: { type: ['number', 'null'], minimum: 0, maximum: 5 },
      labels: {
        type: 'array',
        items: { type: 'object', properties: { id: { type: 'integer' }, text: { type: 'string' } } },
      },
      region: { type: ['string', 'null'], 'x-known-values': ['north', 'south'] },
    },
  },
  'partner-entry.required': {
    value: ['id', 'title', 'slug', 'status', 'website_url', 'created_at', 'tracking', 'EntryMedia.url'],
  },
  'partner-entry.status-values': { value: ['public', 'hidden', 'draft'], closed: true },
  'partner-entry.type-values': { value: ['partner', 'reseller'] },
  'media.type-values': { value: ['I', 'P'], closed: true },
  'partner-entry.nullability': {
    value: ['headline', 'award', 'tier', 'metadata', 'use_cases', 'TierSummary.image', 'EntryResource.url', 'href'],
  },
  'resource-items.types': {
    value: { 'EntryCallout.name': { type: 'integer' }, 'EntryMediaUpdate.title': { type: 'string' } },
  },
  'order.presence': { value: true },
  'certifications.position': { value: { field: 'position' } },
  'colour.digits': { value: [6, 8] },
  'filter.option-shape': {
    value: {
      properties: { label: { type: 'string' }, count: { type: 'integer' } },
      required: ['id', 'label'],
      closed: true,
    },
  },
  'filter.required': { value: ['id', 'name', 'type'] },
  'filter.nullability': { value: ['slug', 'genericDirectory', 'FilterOption.count'] },
  'filter.type-values': { value: ['user', 'system'], closed: true },
  'resources.fields': {
    value: {
      Tier: { properties: { colour: { type: 'string' } }, required: ['id', 'title'], nullable: ['image'] },
      Directory: {
        properties: { name: { type: 'string' }, language: { type: 'string' } },
        required: ['id', 'name'],
        closed: true,
      },
      ContactRequest: {
        properties: { email: { type: 'string', format: 'email' }, urgent: { type: 'boolean' } },
        nullable: ['urgent'],
      },
      DirectorySettings: { properties: { pageSize: { type: 'integer' } }, required: ['pageSize'] },
      PartnerEntryEdit: { properties: { author: { type: 'string' } }, required: ['author'] },
    },
  },
  'partner-entry-update.owner-keys': {
    value: { properties: { id: { type: 'string', format: 'uuid' } }, required: ['id'] },
  },
  'errors.body': {
    value: {
      type: 'object',
      required: ['error'],
      properties: {
        error: {
          type: 'object',
          required: ['message', 'status'],
          properties: { code: { type: 'string' }, message: { type: 'string' }, status: { type: 'integer' } },
        },
      },
    },
  },
  'limits.field-lengths': { value: { 'PartnerEntryUpdate.headline': 60, 'PartnerEntry.title': 40 } },
};
