import type { JsonObject } from '../../contract/json.js';

/** The person who approves and declines reviews. She owns no entry, so that nobody approves a review of their own. */
export const moderator: JsonObject = {
  id: '5f0c3a52-9d55-4f0e-8d0b-7f3f7a1f9b10',
  firstName: 'Lena',
  lastName: 'Moss',
  email: 'lena@directory.example.com',
};
