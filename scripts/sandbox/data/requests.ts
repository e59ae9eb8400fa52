import type { JsonObject } from '../../contract/json.js';
import type { Stored } from '../model/store.js';
import { directories, partners, people } from './ids.js';
import { record } from './record.js';

const inPartners = { directory_id: directories.solutionPartners };

function contactRequest(id: string, email: string, entry: string, message: string): Stored {
  return record(id, inPartners, { email, message, entry });
}

const fromHarbour = '58cd16e9-e68c-4064-92c8-bf1d6f1e4caf';
const fromBrambleton = 'b32d45ec-8a98-401e-9db7-cce86252aa49';

export const contactRequests: Stored[] = [
  contactRequest(
    fromHarbour,
    'maren@harbourfoods.example',
    partners.fjordline,
    'We would like to see the connector on our own data.',
  ),
  contactRequest(
    fromBrambleton,
    'oskar@brambleton.example',
    partners.kestrel,
    'Can you train forty people in two shifts before Easter?',
  ),
  contactRequest(
    '9c0aad6e-f432-49be-ab10-9d378a175708',
    'hello@tallowmill.example',
    partners.ostermark,
    'Our shop runs in three countries. Which plan do we need?',
  ),
];

function attachment(id: string, request: string, name: string): Stored {
  const parents = { ...inPartners, contact_request_id: request };
  return record(id, parents, { name, url: `https://cdn.example.com/attachments/${name}` });
}

export const contactRequestAttachments: Stored[] = [
  attachment('b78a3273-6549-4067-8e3a-8b5a50919be7', fromHarbour, 'brief.pdf'),
  attachment('3824b56a-945f-4c80-9c64-ecbe984c2ea2', fromBrambleton, 'shift-plan.xlsx'),
  attachment('f1c7628b-8214-4bfa-bcd0-8bfb63c38904', fromBrambleton, 'floor-map.png'),
];

function matchmaking(id: string, title: string, rest: JsonObject): Stored {
  return record(id, inPartners, { title, ...rest });
}

export const matchmakingRequests: Stored[] = [
  matchmaking('544144a6-6890-4b4f-9266-23d53a525f32', 'Partner for a warehouse migration', {
    owner: people.ines,
    partners: [partners.fjordline],
  }),
  matchmaking('e7b91ae2-8566-47e4-ab5d-1e769007c5df', 'Security review before an audit', {
    owner: people.tomas,
    partners: [partners.saltmere, partners.aldermoss],
  }),
  matchmaking('2067380b-1e83-4fb2-9bf1-5adb554349b4', 'Somebody who speaks Finnish', { owner: null, partners: [] }),
];
