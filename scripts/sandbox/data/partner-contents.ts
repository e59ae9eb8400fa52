/** The content of partner entries, by partner. */
export const partnerContents = {
  lindenbach: {
    use_cases: [
      {
        id: '368559ed-d140-4478-9f9d-383c50ce0bf0',
        title: 'Order to invoice',
        description: 'One number from the first offer to the last payment.',
        order: 1,
      },
      {
        id: 'f3ff05e2-d9b4-4333-8e60-9b1066434bfe',
        title: 'Spare parts',
        description: 'Finds a part by a photograph of the broken one.',
        order: 2,
      },
    ],
    clients: [
      {
        id: '2a7fc8d4-4b21-4d83-9dc0-32699371e51b',
        title: 'Brambleton Tools',
        url: 'https://brambleton.example',
        file: null,
        order: 1,
      },
    ],
    certifications: [{ id: 'd985e3df-851c-4484-a477-f8e3dcd04ffe', title: 'Certified data engineer', quantity: 2 }],
    verifications: [
      { id: '6610c41f-1e54-420f-ada6-2c912ff7d01e', title: 'Company identity verified' },
      { id: 'dce564e1-850e-41b7-95cd-475cede95186', title: 'Insurance verified' },
    ],
  },
  saltmere: {
    media: [
      {
        id: '4a6ab646-c88c-465f-be21-2ea87e4f2c9d',
        title: 'Sample report',
        description: 'Twelve pages, with every name taken out.',
        order: 1,
        pdfFileThumbnailUrl: 'https://cdn.example.com/media/sample-report.png',
        url: 'https://cdn.example.com/media/sample-report.pdf',
        type: 'P',
      },
    ],
    testimonials: [
      {
        id: 'fa9bc79f-5556-4c27-84d3-8ca1703fa88f',
        author_name: 'Ilse Marten',
        position: 'Head of Risk',
        company_name: 'Larkhollow Bank',
        testimonial_text: 'They found what two others had missed.',
        order: 1,
      },
    ],
    certifications: [{ id: '6678bd82-c28c-4805-ac88-0d1da8a995a4', title: 'Security practitioner', quantity: 9 }],
    verifications: [{ id: 'dce564e1-850e-41b7-95cd-475cede95186', title: 'Insurance verified' }],
  },
  ostermark: {
    callouts: [
      {
        id: 'df36cc78-5262-4e54-8ca9-0cef573cf240',
        name: 'Popular',
        order: 1,
        textColor: '1B1B1B',
        backgroundColor: 'FFD166',
      },
    ],
    resources: [
      {
        id: 'b618af76-2076-48b9-bb80-5780a607a6b3',
        title: 'Price list',
        url: 'https://ostermark.example/prices',
        file: null,
        order: 1,
      },
    ],
    special_offers: [
      {
        id: '3de130d5-8f50-44cc-9674-6410072563f6',
        title: 'Two months free',
        url: 'https://ostermark.example/offer',
        file: null,
        order: 1,
      },
    ],
    clients: [
      {
        id: '4a34d1fc-3eb0-49cd-84ea-05bd8e2fa121',
        title: 'Tallow Mill',
        url: 'https://tallowmill.example',
        file: null,
        order: 1,
      },
      {
        id: '9673ebe3-78e1-42a9-8a9a-674983d190d1',
        title: 'Pennywort & Sons',
        url: 'https://pennywort.example',
        file: null,
        order: 2,
      },
    ],
  },
};
