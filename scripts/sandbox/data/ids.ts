/** Ids that several files use. Resources of the contract's examples have the same ids there. */
export const directories = {
  solutionPartners: '0fd4340a-c3c4-4d8b-815a-f5be26abedae',
  appMarketplace: 'bdbfdf19-b16a-4ec4-a7d7-7b9a918a0e5d',
} as const;

export const tiers = {
  gold: 'bc4048fe-b64e-42ae-ba87-0578bd18e23a',
  silver: '0ff27477-252f-4672-b304-8071f2b2e146',
  bronze: '696fbf36-2b54-4350-a3d5-d33c70317dc9',
  featuredApp: '61024fe1-2e25-4b8d-8f7e-74f54264eebf',
} as const;

export const badges = {
  launchPartner: 'b375bd32-63e1-42d6-923f-227a4869f73c',
  topRated: '3f1d027e-e8aa-4be7-86c5-60a0682bc6c0',
  community: '0d04ad5c-34dd-428c-93b8-4a002eb7bf97',
} as const;

export const filters = {
  region: 'cbd1c79c-294c-450c-81b1-b4300c6faafd',
  industry: '447d866a-faae-4661-afe0-6f765ba06386',
  companySize: 'feeaa218-d935-4667-a792-0b43c28f3260',
  appCategory: '1259de72-37b1-433a-b2ae-999e87ee4078',
} as const;

export const options = {
  nordics: '732abe89-6b02-4e8d-957a-b7b631593fc8',
  britishIsles: '15ca2dbd-576e-461c-8918-120d97241a13',
  manufacturing: 'ac52afd9-4691-4777-b6f0-6d11d5baf61a',
  logistics: '20137c05-fc99-4663-aaf8-c2b2f7b5c09f',
  retail: '075dc0b6-fa59-47f6-b30b-39499540dbf9',
  upTo50: 'b442fa28-3dca-4de5-be2a-305810eb3a86',
  over50: '391123e4-c42f-4908-bf36-ad19c1b942d8',
  finance: '00029767-c38b-4c99-9e12-7d464c96559b',
  stock: 'd77bfd6f-536f-45e6-8e06-43f511a11b01',
} as const;

export const partners = {
  fjordline: 'c07ef43e-b5f0-44d8-8c75-5f49fec498c9',
  kestrel: 'bc16f299-cddb-46fc-92cc-d219074e316e',
  lindenbach: '0a890b9b-6df1-4a34-ba71-6531489f6b3d',
  saltmere: 'cf28d762-3c3a-48fd-be17-b495ebe7894b',
  ostermark: 'e7d6714f-8b3d-4464-b948-ea85dddfe8e4',
  wrenfield: '64324652-43bc-477e-94a0-9de2119c7710',
  pinemoor: '9cdff76d-7030-44e1-83ea-8dff789a68ca',
  glimmerford: 'addfdcdf-6781-4c12-993a-8c93e76adaac',
  cobaltwick: '2ea2161f-9215-432e-9605-9a3e4ee5ada9',
  quillhaven: '3e7852c9-1fbc-4448-a31d-e96c1b21b116',
  redmarsh: '490c2ca3-7bfd-4caf-a4e7-33822f8f3266',
  aldermoss: 'b993f683-55fb-4d86-9ba8-8b14a0cfac80',
} as const;

/** Users who own entries. */
export const people = {
  ines: '2c0b0f00-e879-4943-88cc-835e1b747563',
  rowan: '50af4495-4761-459c-8536-917184e4a5ed',
  tomas: '3b57d405-2b48-43b8-ae1e-7b15ec0acf01',
} as const;
