import type { JsonObject } from '../../contract/json.js';
import { moderator } from '../model/moderator.js';
import type { Stored } from '../model/store.js';
import { directories, partners, people } from './ids.js';
import { record } from './record.js';

const about = {
  fjordline: { id: partners.fjordline, owner: people.ines, title: 'Fjordline Data' },
  kestrel: { id: partners.kestrel, owner: people.rowan, title: 'Kestrel Consulting' },
  saltmere: { id: partners.saltmere, owner: people.tomas, title: 'Saltmere Security' },
  ostermark: { id: partners.ostermark, owner: people.ines, title: 'Ostermark Commerce' },
} as const;

const approved: JsonObject = { status: 'A', statusDisplay: 'approved', approvedBy: moderator, declinedBy: null };
const declined: JsonObject = { status: 'D', statusDisplay: 'declined', approvedBy: null, declinedBy: moderator };
const waiting: JsonObject = { status: 'P', statusDisplay: 'pending', approvedBy: null, declinedBy: null };

interface Review {
  entry: keyof typeof about;
  title: string;
  company: string;
  summary: string;
  shortSummary: string;
  /** First name, last name and address. */
  by: [first: string, last: string, email: string];
  rating: number;
  created: string;
  state: JsonObject;
}

function review(id: string, of: Review): Stored {
  const [firstName, lastName, email] = of.by;
  return record(
    id,
    { directory_id: directories.solutionPartners },
    {
      entry: about[of.entry],
      entryType: 'partner',
      title: of.title,
      company: of.company,
      summary: of.summary,
      shortSummary: of.shortSummary,
      firstName,
      lastName,
      email,
      rating: of.rating,
      created: of.created,
      ...of.state,
    },
  );
}

export const reviews: Stored[] = [
  review('c9d5f267-bbad-4c87-8a37-120534a6a65c', {
    entry: 'fjordline',
    title: 'Reliable and quick to answer',
    company: 'Harbour Foods',
    summary: 'They moved our nightly stock sync in six weeks and have kept it running since.',
    shortSummary: 'They moved our nightly stock sync in six weeks.',
    by: ['Maren', 'Solberg', 'maren@harbourfoods.example'],
    rating: 5,
    created: '2026-03-14T09:30:00Z',
    state: waiting,
  }),
  review('e6ff827c-5ba5-4941-8332-24e9086b4735', {
    entry: 'fjordline',
    title: 'Good work, slow start',
    company: 'Brambleton Tools',
    summary: 'The first month went by with questions, the second one with results.',
    shortSummary: 'Questions first, results second.',
    by: ['Oskar', 'Bramble', 'oskar@brambleton.example'],
    rating: 4,
    created: '2026-04-02T14:05:00Z',
    state: approved,
  }),
  review('d5ee7001-f995-4faf-8a8d-97b5a44db36d', {
    entry: 'fjordline',
    title: 'Cheap pipelines, buy now',
    company: 'Best Offers',
    summary: 'Visit our shop, we have pipelines, too.',
    shortSummary: 'Visit our shop.',
    by: ['Best', 'Offers', 'sales@bestoffers.example'],
    rating: 1,
    created: '2026-04-11T03:12:44Z',
    state: declined,
  }),
  review('9a38f68e-796a-4a3c-8139-cb3e63553f61', {
    entry: 'kestrel',
    title: 'Our team still uses what it learned',
    company: 'Tallow Mill',
    summary: 'Half a year later the new way of working is simply how we work.',
    shortSummary: 'Half a year later it is simply how we work.',
    by: ['Jonna', 'Tallow', 'jonna@tallowmill.example'],
    rating: 5,
    created: '2026-04-20T08:00:00Z',
    state: approved,
  }),
  review('3d7f8dea-b3e3-460f-b018-2f02603c7209', {
    entry: 'kestrel',
    title: 'Said "next week", and meant it',
    company: 'Harbour Foods',
    summary: 'Two trainers, four days, no slides.\nWe would book them again.',
    shortSummary: 'Two trainers, four days, no slides.',
    by: ['Maren', 'Solberg', 'maren@harbourfoods.example'],
    rating: 5,
    created: '2026-05-04T16:45:10Z',
    state: approved,
  }),
  review('7174aef7-f1c0-4bf7-9aee-6d595dbf8b81', {
    entry: 'kestrel',
    title: 'Not for us',
    company: 'Pennywort & Sons',
    summary: 'Friendly people, but we needed somebody on site every day.',
    shortSummary: 'We needed somebody on site.',
    by: ['Edda', 'Pennywort', 'edda@pennywort.example'],
    rating: 2,
    created: '2026-05-06T10:20:00Z',
    state: waiting,
  }),
  review('20928754-0aae-43a7-9133-9200e370f473', {
    entry: 'saltmere',
    title: 'Found what two others had missed',
    company: 'Larkhollow Bank',
    summary: 'A calm report, ordered by what to do first, and a second look after we had done it.',
    shortSummary: 'A calm report, ordered by what to do first.',
    by: ['Ilse', 'Marten', 'ilse@larkhollow.example'],
    rating: 5,
    created: '2026-05-19T12:00:00Z',
    state: approved,
  }),
  review('88f98117-98a6-4aa0-ad38-048c3cc6ded9', {
    entry: 'saltmere',
    title: 'Thorough, and priced like it',
    company: 'Brambleton Tools',
    summary: 'Nothing to complain about except the invoice.',
    shortSummary: 'Nothing to complain about except the invoice.',
    by: ['Oskar', 'Bramble', 'oskar@brambleton.example'],
    rating: 4,
    created: '2026-06-01T07:31:09Z',
    state: waiting,
  }),
  review('00e90c1b-7039-470b-83c9-5b056b3ba354', {
    entry: 'saltmere',
    title: 'asdf',
    company: 'asdf',
    summary: 'asdf asdf',
    shortSummary: 'asdf',
    by: ['a', 's', 'a@df.example'],
    rating: 3,
    created: '2026-06-03T23:59:59Z',
    state: declined,
  }),
  review('518fcb7c-8126-4f71-90e7-131effe0de17', {
    entry: 'ostermark',
    title: 'Three countries, one shop',
    company: 'Tallow Mill',
    summary: 'Taxes, languages and returns worked on the first day. The fourth country took an afternoon.',
    shortSummary: 'It worked on the first day.',
    by: ['Jonna', 'Tallow', 'jonna@tallowmill.example'],
    rating: 5,
    created: '2026-06-15T11:11:11Z',
    state: approved,
  }),
  review('317c1d1e-82f1-4c09-b8bc-f894599df01c', {
    entry: 'ostermark',
    title: 'Hard to reach in summer',
    company: 'Pennywort & Sons',
    summary: 'The shop is fine. From June to August nobody answered the phone.',
    shortSummary: 'Nobody answered the phone in summer.',
    by: ['Edda', 'Pennywort', 'edda@pennywort.example'],
    rating: 3,
    created: '2026-09-02T09:00:00Z',
    state: waiting,
  }),
  review('670f84f1-c943-475d-a824-7e62308711d9', {
    entry: 'ostermark',
    title: 'Our competitor, so one star',
    company: 'Glasswing Shops',
    summary: 'We build shops as well.',
    shortSummary: 'We build shops as well.',
    by: ['Nilo', 'Glass', 'nilo@glasswing.example'],
    rating: 1,
    created: '2026-09-20T18:22:00Z',
    state: declined,
  }),
];
