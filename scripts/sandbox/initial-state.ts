import type { SandboxState } from './store.js';

export const initialState: SandboxState = {
  "format": "directory-contract/sandbox",
  "version": 1,
  "serial": 0,
  "collections": {
    "Directory": [
      {
        "id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae",
        "parents": {},
        "value": {
          "name": "Solution partners"
        }
      },
      {
        "id": "bdbfdf19-b16a-4ec4-a7d7-7b9a918a0e5d",
        "parents": {},
        "value": {
          "name": "App marketplace"
        }
      }
    ],
    "Tier": [
      {
        "id": "bc4048fe-b64e-42ae-ba87-0578bd18e23a",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Gold",
          "default": false,
          "image": "https://cdn.example.com/tiers/gold.svg",
          "order": 1
        }
      },
      {
        "id": "0ff27477-252f-4672-b304-8071f2b2e146",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Silver",
          "default": true,
          "image": "https://cdn.example.com/tiers/silver.svg",
          "order": 2
        }
      }
    ],
    "Filter": [
      {
        "id": "cbd1c79c-294c-450c-81b1-b4300c6faafd",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "name": "Region",
          "slug": "region",
          "order": 1,
          "type": "user",
          "userEnabled": true,
          "multipleSelectFromDashboard": true,
          "multipleSelectFromDirectory": true,
          "displayInInternalDirectory": true,
          "displayInDirectory": true,
          "required": false
        }
      },
      {
        "id": "447d866a-faae-4661-afe0-6f765ba06386",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "name": "Industry",
          "slug": "industry",
          "order": 2,
          "type": "user",
          "userEnabled": true,
          "multipleSelectFromDashboard": false,
          "multipleSelectFromDirectory": true,
          "displayInInternalDirectory": true,
          "displayInDirectory": true,
          "required": true
        }
      }
    ],
    "FilterOption": [
      {
        "id": "732abe89-6b02-4e8d-957a-b7b631593fc8",
        "parents": {
          "filter_id": "cbd1c79c-294c-450c-81b1-b4300c6faafd"
        },
        "value": {
          "name": "Nordics",
          "order": 1,
          "filter": "cbd1c79c-294c-450c-81b1-b4300c6faafd"
        }
      },
      {
        "id": "15ca2dbd-576e-461c-8918-120d97241a13",
        "parents": {
          "filter_id": "cbd1c79c-294c-450c-81b1-b4300c6faafd"
        },
        "value": {
          "name": "British Isles",
          "order": 2,
          "filter": "cbd1c79c-294c-450c-81b1-b4300c6faafd"
        }
      },
      {
        "id": "075dc0b6-fa59-47f6-b30b-39499540dbf9",
        "parents": {
          "filter_id": "447d866a-faae-4661-afe0-6f765ba06386"
        },
        "value": {
          "name": "Retail",
          "order": 3,
          "filter": "447d866a-faae-4661-afe0-6f765ba06386"
        }
      }
    ],
    "Callout": [
      {
        "id": "302b59a0-164e-4b1c-982b-82b94e00dd34",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "name": "New",
          "order": 1,
          "textColor": "FFFFFF",
          "backgroundColor": "1A7F5A"
        }
      },
      {
        "id": "df36cc78-5262-4e54-8ca9-0cef573cf240",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "name": "Popular",
          "order": 2,
          "textColor": "1B1B1B",
          "backgroundColor": "FFD166"
        }
      }
    ],
    "Badge": [
      {
        "id": "b375bd32-63e1-42d6-923f-227a4869f73c",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Launch partner"
        }
      },
      {
        "id": "3f1d027e-e8aa-4be7-86c5-60a0682bc6c0",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Top rated"
        }
      }
    ],
    "Certification": [
      {
        "id": "d985e3df-851c-4484-a477-f8e3dcd04ffe",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Certified data engineer",
          "quantity": 6
        }
      },
      {
        "id": "6678bd82-c28c-4805-ac88-0d1da8a995a4",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Security practitioner",
          "quantity": 2
        }
      }
    ],
    "Verification": [
      {
        "id": "6610c41f-1e54-420f-ada6-2c912ff7d01e",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Company identity verified"
        }
      },
      {
        "id": "dce564e1-850e-41b7-95cd-475cede95186",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Insurance verified"
        }
      }
    ],
    "FilterOptionMapping": [
      {
        "id": "59bfb7d8-eff3-448c-9438-8019db7faf6c",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "filterOption": "732abe89-6b02-4e8d-957a-b7b631593fc8",
          "externalValue": "NO, SE, DK, FI"
        }
      }
    ],
    "PartnerEntry": [
      {
        "id": "c07ef43e-b5f0-44d8-8c75-5f49fec498c9",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Fjordline Data",
          "headline": "Data pipelines that survive the night shift",
          "description": "Fjordline Data builds and runs pipelines between warehouses, shops and ledgers for mid-sized retailers.",
          "icon": "https://cdn.example.com/icons/fjordline.svg",
          "image": "https://cdn.example.com/images/fjordline.jpg",
          "slug": "fjordline-data",
          "custom_slug": "fjordline",
          "status": "public",
          "featured": true,
          "owner": "2c0b0f00-e879-4943-88cc-835e1b747563",
          "the service": "https://directory.example.com/partners/fjordline",
          "location": "Bergen, Norway",
          "call_to_action_url": "https://fjordline.example/contact",
          "call_to_action_label": "Talk to us",
          "external_url": "https://fjordline.example",
          "support_email": "support@fjordline.example",
          "developer_name": "Fjordline Data AS",
          "metadata": {
            "external_id": "CRM-20417"
          },
          "award": "https://cdn.example.com/awards/partner-of-the-year.svg",
          "use_cases": [
            {
              "id": "aef0ee72-7785-4a54-b22c-71520325394a",
              "title": "Nightly stock sync",
              "description": "Moves 2 million stock records a night between a warehouse and a web shop.",
              "order": 1
            }
          ],
          "callouts": [
            {
              "id": "302b59a0-164e-4b1c-982b-82b94e00dd34",
              "name": "New",
              "order": 1,
              "textColor": "FFFFFF",
              "backgroundColor": "1A7F5A"
            }
          ],
          "media": [
            {
              "id": "34b74a5a-31a4-4052-ab65-994386439e21",
              "title": "Company brochure",
              "description": "Four pages about method and people.",
              "order": 1,
              "pdfFileThumbnailUrl": "https://cdn.example.com/media/brochure.png",
              "url": "https://cdn.example.com/media/brochure.pdf",
              "type": "P"
            },
            {
              "id": "5a19075c-1180-405d-b64c-8ce8edac701c",
              "title": "Product tour",
              "description": "A walk through the connector in three minutes.",
              "order": 2,
              "pdfFileThumbnailUrl": "https://cdn.example.com/media/tour.png",
              "url": "https://cdn.example.com/media/tour.mp4",
              "type": "V"
            }
          ],
          "resources": [
            {
              "id": "81768c29-1b62-4338-a6c6-6cc99a7cc9b1",
              "title": "Migration guide",
              "url": "https://fjordline.example/guides/migration",
              "file": null,
              "order": 1
            },
            {
              "id": "e6c4f885-c025-4fca-87a1-1554ac314181",
              "title": "Data sheet",
              "url": "https://fjordline.example/data-sheet",
              "file": "https://cdn.example.com/files/data-sheet.pdf",
              "order": 2
            }
          ],
          "special_offers": [
            {
              "id": "ee965397-f809-4822-917d-70e83a3fa11f",
              "title": "Free data audit",
              "url": "https://fjordline.example/offers/audit",
              "file": null,
              "order": 1
            }
          ],
          "clients": [
            {
              "id": "ad58e7cd-7c31-4ec5-a387-4e0d96ea0e5d",
              "title": "Harbour Foods",
              "url": "https://harbourfoods.example",
              "file": "https://cdn.example.com/logos/harbour-foods.svg",
              "order": 1
            }
          ],
          "testimonials": [
            {
              "id": "31cb343b-b01e-4aa4-a3bd-0cf86b42bd32",
              "author_name": "Maren Solberg",
              "position": "Head of Operations",
              "company_name": "Harbour Foods",
              "testimonial_text": "The sync has not missed a night since it went live.",
              "order": 1
            }
          ],
          "certifications": [
            {
              "id": "d985e3df-851c-4484-a477-f8e3dcd04ffe",
              "title": "Certified data engineer",
              "quantity": 6
            },
            {
              "id": "6678bd82-c28c-4805-ac88-0d1da8a995a4",
              "title": "Security practitioner",
              "quantity": 2
            }
          ],
          "verifications": [
            {
              "id": "6610c41f-1e54-420f-ada6-2c912ff7d01e",
              "title": "Company identity verified"
            }
          ],
          "tracking": {
            "tracker_website_id": "site-117",
            "tracker_share_id": "share-117"
          },
          "display_on_internal_directory": true
        },
        "hidden": {
          "tier": "bc4048fe-b64e-42ae-ba87-0578bd18e23a"
        }
      },
      {
        "id": "bc16f299-cddb-46fc-92cc-d219074e316e",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Kestrel Consulting",
          "headline": "Change that people keep up with",
          "description": "Kestrel Consulting trains service teams and stays until the new way of working is the usual one.",
          "icon": "https://cdn.example.com/icons/kestrel.svg",
          "image": "https://cdn.example.com/images/kestrel.jpg",
          "slug": "kestrel-consulting",
          "custom_slug": null,
          "status": "public",
          "featured": false,
          "owner": "50af4495-4761-459c-8536-917184e4a5ed",
          "the service": "https://directory.example.com/partners/kestrel-consulting",
          "location": "Leeds, United Kingdom",
          "call_to_action_url": "https://kestrel.example/hello",
          "call_to_action_label": "Book a call",
          "external_url": "https://kestrel.example",
          "support_email": "hello@kestrel.example",
          "developer_name": "Kestrel Consulting Ltd",
          "metadata": {
            "external_id": "CRM-20533"
          },
          "award": "https://cdn.example.com/awards/finalist.svg",
          "use_cases": [],
          "callouts": [],
          "media": [],
          "resources": [],
          "special_offers": [],
          "clients": [],
          "testimonials": [],
          "certifications": [],
          "verifications": [],
          "tracking": {
            "tracker_website_id": "site-118",
            "tracker_share_id": "share-118"
          },
          "display_on_internal_directory": true
        },
        "hidden": {
          "tier": "0ff27477-252f-4672-b304-8071f2b2e146"
        }
      }
    ],
    "AppEntry": [
      {
        "id": "a69c22b4-f669-41a3-8f5d-ed505d820764",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Ledgerly"
        }
      }
    ],
    "ContactRequest": [
      {
        "id": "58cd16e9-e68c-4064-92c8-bf1d6f1e4caf",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "email": "maren@harbourfoods.example",
          "message": "We would like to see the connector on our own data.",
          "entry": "c07ef43e-b5f0-44d8-8c75-5f49fec498c9"
        }
      }
    ],
    "ContactRequestAttachment": [
      {
        "id": "b78a3273-6549-4067-8e3a-8b5a50919be7",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae",
          "contact_request_id": "58cd16e9-e68c-4064-92c8-bf1d6f1e4caf"
        },
        "value": {
          "name": "brief.pdf",
          "url": "https://cdn.example.com/attachments/brief.pdf"
        }
      }
    ],
    "MatchmakingRequest": [
      {
        "id": "544144a6-6890-4b4f-9266-23d53a525f32",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "title": "Partner for a warehouse migration",
          "owner": "2c0b0f00-e879-4943-88cc-835e1b747563",
          "partners": [
            "c07ef43e-b5f0-44d8-8c75-5f49fec498c9"
          ]
        }
      }
    ],
    "Review": [
      {
        "id": "c9d5f267-bbad-4c87-8a37-120534a6a65c",
        "parents": {
          "directory_id": "0fd4340a-c3c4-4d8b-815a-f5be26abedae"
        },
        "value": {
          "entry": {
            "id": "c07ef43e-b5f0-44d8-8c75-5f49fec498c9",
            "owner": "2c0b0f00-e879-4943-88cc-835e1b747563",
            "title": "Fjordline Data"
          },
          "entryType": "partner",
          "title": "Reliable and quick to answer",
          "company": "Harbour Foods",
          "summary": "They moved our nightly stock sync in six weeks and have kept it running since.",
          "shortSummary": "They moved our nightly stock sync in six weeks.",
          "firstName": "Maren",
          "lastName": "Solberg",
          "email": "maren@harbourfoods.example",
          "rating": 5,
          "created": "2026-03-14T09:30:00Z",
          "status": "A",
          "statusDisplay": "approved",
          "approvedBy": {
            "id": "2c0b0f00-e879-4943-88cc-835e1b747563",
            "firstName": "Ines",
            "lastName": "Aas",
            "email": "ines@directory.example.com"
          },
          "declinedBy": null
        }
      }
    ]
  }
};
