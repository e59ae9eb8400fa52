import type { RuleTexts } from './text.js';

/** Rules for updates by PATCH, which later reads prove. All of them need --writes. */
export const updateTexts = {
  'update.not-shown': {
    means:
      'A field of a successful update is also in the response, by its name or by x-reflected-as, and has another ' +
      'value there. It is a violation only if the value has not changed at all.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2"}
      < 200 OK
      < {"title": "Fjordline"}
    `,
    right: `
      < 200 OK
      < {"title": "Check-a1b2"}
    `,
    at: 'updatePartnerEntry /title',
    says: 'The response to an update does not contain the value sent for "title".',
    contract: 'If the value shows under another name, say where with x-reflected-as.',
  },
  'update.not-stored': {
    means: 'The response to an update has the new value, and a read after it, also after --settle, has not.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2"}
      < 200 OK
      < {"title": "Check-a1b2"}
      > GET …/entries/partners/c07e…/
      < 200 OK
      < {"title": "Fjordline"}
    `,
    right: `
      < 200 OK
      < {"title": "Check-a1b2"}
    `,
    at: 'updatePartnerEntry /title',
    says: 'The next read does not contain the value that an update sent for "title".',
    contract: 'If changes need an approval before they show, list 202, or say so in the description.',
  },
  'update.tidied': {
    means: 'The response to an update has the text that was sent, but for spaces at its ends or its Unicode form.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"headline": "  Ferries by night "}
      < 200 OK
      < {"headline": "Ferries by night"}
    `,
    at: 'updatePartnerEntry /headline',
    says: 'The response contains the value sent for "headline" in a tidied form.',
  },
  'update.touches': {
    means: 'After an update, a field of the same resource that it did not send has another value, or is gone.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2"}
      < 200 OK
      < {"title": "Check-a1b2", "headline": null}
      # headline was "Ferries by night" before
    `,
    right: `
      < 200 OK
      < {"title": "Check-a1b2", "headline": "Ferries by night"}
    `,
    at: 'updatePartnerEntry /headline',
    says: 'An update changes "headline", which it did not send.',
    contract: 'If one field follows another, such as a slug that follows a title, say so in the description.',
  },
  'update.elsewhere': {
    means:
      'An update changes another resource: one that the check has created and watches, or an existing one, if it ' +
      'holds the value that was sent.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"title": "Check-a1b2"}
      < 200 OK
      > GET …/entries/partners/bc16…/
      < 200 OK
      < {"id": "bc16f299-…", "title": "Check-a1b2"}
      # its title was "Nordvik" before
    `,
    right: `
      < 200 OK
      < {"id": "bc16f299-…", "title": "Nordvik"}
    `,
    at: 'updatePartnerEntry /title',
    says: 'An update also changes another resource: "title" of bc16f299-cddb-46fc-92cc-d219074e316e.',
  },
  'update.array-added': {
    means: 'After an update with an array, the resource has the items of before and those of the update.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"media": [{"title": "Night"}]}
      < 200 OK
      < {"media": [{"title": "Day"}, {"title": "Night"}]}
    `,
    right: `
      < 200 OK
      < {"media": [{"title": "Night"}]}
    `,
    at: 'updatePartnerEntry /media',
    says: 'An update adds to the items of "media" instead of replacing them.',
    contract: 'If the array of an update is added to the old one, say so, and say how an item is removed.',
  },
  'update.not-idempotent': {
    means: 'The same update sent twice leaves more items in an array than sent once.',
    wrong: `
      > PATCH …/entries/partners/c07e…/
      > {"resources": [{"title": "Timetable"}]}
      # sent twice
      < 200 OK
      < {"resources": [{"title": "Timetable"}, {"title": "Timetable"}]}
    `,
    right: `
      < 200 OK
      < {"resources": [{"title": "Timetable"}]}
    `,
    at: 'updatePartnerEntry /resources',
    says: 'The same update of "resources" sent twice results in more items than sent once.',
    contract: 'If each call adds something, describe it as POST.',
  },
  'merge.null-kept': {
    means: 'An update as application/merge-patch+json sends null, succeeds, and a read still returns the old value.',
    wrong: `
      > PATCH …/tiers/bc47…/
      > Content-Type: application/merge-patch+json
      > {"description": null}
      < 200 OK
      > GET …/tiers/bc47…/
      < 200 OK
      < {"title": "Gold", "description": "For our oldest partners"}
    `,
    right: `
      < 200 OK
      < {"title": "Gold"}
    `,
    at: 'updateTier /description',
    says: 'A merge patch with null does not remove "description" (RFC 7396).',
    contract: 'If null has another meaning, use application/json as the media type of the request.',
  },
  'merge.replaces-object': {
    means: 'A merge patch with one field of an object removes the other fields of that object.',
    wrong: `
      > PATCH …/tiers/bc47…/
      > Content-Type: application/merge-patch+json
      > {"metadata": {"external_id": "7"}}
      < 200 OK
      > GET …/tiers/bc47…/
      < 200 OK
      < {"metadata": {"external_id": "7"}}
      # metadata.source is gone
    `,
    right: `
      < 200 OK
      < {"metadata": {"external_id": "7", "source": "import"}}
    `,
    at: 'updateTier /metadata',
    says: 'A merge patch of a part of "metadata" removes the rest (RFC 7396).',
    contract: 'If objects are replaced as a whole, use application/json as the media type of the request.',
  },
} as const satisfies RuleTexts;
