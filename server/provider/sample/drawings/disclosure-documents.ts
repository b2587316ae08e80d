import { writeDocument, type DocumentPart } from '../documents.ts';

const LETTERHEAD = 'Gangotri International School, Farrukhabad';
const SAMPLE: DocumentPart = {
  kind: 'text',
  text: "This is a sample. It holds the place of the school's own signed and stamped document, has no validity, and is to be replaced before the website is published.",
};

type Paper = { readonly title: string; readonly parts: readonly DocumentPart[] };

/** A certificate: a sentence on what it attests, and the particulars that the original carries. */
function certificate(
  title: string,
  attests: string,
  issuer: string,
  particulars: readonly (readonly [string, string])[] = [],
): Paper {
  const rows = [
    ['Particulars', 'Entry'],
    ['School', 'Gangotri International School'],
    ['Issued by', issuer],
    ...particulars,
    ['Reference number', 'to be entered'],
    ['Date of issue', 'to be entered'],
    ['Valid until', 'to be entered'],
  ];
  return {
    title,
    parts: [
      SAMPLE,
      { kind: 'text', text: attests },
      { kind: 'table', shares: [2, 3], rows },
      { kind: 'text', text: 'Signature and seal of the issuing authority stand on the original.' },
    ],
  };
}

function tables(
  title: string,
  introduction: string,
  ...sections: readonly (readonly [
    heading: string,
    shares: readonly number[],
    rows: readonly (readonly string[])[],
  ])[]
): Paper {
  return {
    title,
    parts: [
      SAMPLE,
      { kind: 'text', text: introduction },
      ...sections.flatMap(([text, shares, rows]): DocumentPart[] => [
        { kind: 'heading', text },
        { kind: 'table', shares, rows },
      ]),
    ],
  };
}

const committee = (others: readonly (readonly string[])[]): readonly (readonly string[])[] => [
  ['No.', 'Member', 'Part in the committee'],
  ...others,
];

const papers: Readonly<Record<string, Paper>> = {
  'affiliation-letter': certificate(
    'Affiliation Letter',
    'The letter by which the Board grants affiliation to the school up to the Senior Secondary level, with the terms that the school keeps.',
    'Central Board of Secondary Education',
    [
      ['Level', 'Senior Secondary (Nursery to Class XII)'],
      ['Campuses', 'Arrah Paharpur and Nekpur'],
    ],
  ),
  'staff-statement': tables(
    'Staff Statement',
    'Teaching and other staff by post. Names and qualifications stand in the signed statement.',
    [
      'Teaching staff',
      [3, 1, 3],
      [
        ['Post', 'Number', 'Qualification required'],
        ['Principal', '2', 'Post-graduate degree and B.Ed.'],
        ['Post Graduate Teacher', '18', 'Post-graduate degree in the subject and B.Ed.'],
        ['Trained Graduate Teacher', '24', 'Graduate degree in the subject and B.Ed.'],
        ['Primary Teacher', '30', 'D.El.Ed. or B.El.Ed.'],
        ['Pre-primary Teacher', '12', 'Diploma in early childhood education'],
        ['Physical Education Teacher', '4', 'B.P.Ed.'],
        ['Special Educator', '2', 'B.Ed. (Special Education)'],
        ['Counsellor', '2', 'Degree in psychology'],
      ],
    ],
    [
      'Other staff',
      [3, 1, 3],
      [
        ['Post', 'Number', 'Work'],
        ['Librarian', '2', 'Library and reading hour'],
        ['Laboratory assistant', '6', 'Physics, chemistry, biology, computers'],
        ['Office and accounts', '9', 'Admissions, records, fees'],
        ['Nurse', '2', 'Sick room'],
      ],
    ],
  ),
  'fee-structure': tables(
    'Fee Structure',
    'Fees in rupees for one session. The amounts are examples; the office confirms the current ones.',
    [
      'Tuition and annual charges',
      [2, 1, 1, 1],
      [
        ['Classes', 'Admission', 'Annual', 'Monthly'],
        ['Nursery to UKG', '5,000', '4,000', '1,800'],
        ['I to V', '6,000', '4,500', '2,100'],
        ['VI to VIII', '6,000', '5,000', '2,400'],
        ['IX and X', '7,000', '5,500', '2,800'],
        ['XI and XII', '7,000', '6,000', '3,300'],
      ],
    ],
    [
      'Transport, monthly',
      [2, 1],
      [
        ['Distance', 'Amount'],
        ['Up to 5 km', '900'],
        ['5 to 10 km', '1,200'],
        ['More than 10 km', '1,500'],
      ],
    ],
    [
      'Payment',
      [2, 3],
      [
        ['Instalment', 'Last day'],
        ['April to June', '15 April'],
        ['July to September', '15 July'],
        ['October to December', '15 October'],
        ['January to March', '15 January'],
      ],
    ],
  ),
  'academic-calendar': tables(
    'Academic Calendar',
    'The outline of a session. Dates are examples and follow the circulars of the Board.',
    [
      'Session',
      [2, 4],
      [
        ['Month', 'Events'],
        ['April', 'New session begins, orientation of parents, book fair'],
        ['May', 'Periodic test 1, summer vacation begins'],
        ['July', 'School reopens, plantation week, house elections'],
        ['August', 'Independence Day, Raksha Bandhan craft day'],
        ['September', "Teachers' Day, half-yearly examinations"],
        ['October', 'Gandhi Jayanti, Dussehra recess, science exhibition'],
        ['November', "Diwali recess, Children's Day, sports meet"],
        ['December', 'Annual day, periodic test 2, winter recess'],
        ['January', 'Republic Day, pre-board examinations'],
        ['February', 'Practical examinations, farewell to Class XII'],
        ['March', 'Annual examinations, result day'],
      ],
    ],
  ),
  'fire-safety': certificate(
    'Fire Safety Certificate',
    'The certificate that the buildings have been inspected and keep the rules of fire safety: extinguishers, hydrants, exits and drills.',
    'Fire Service Department, Uttar Pradesh',
    [
      ['Extinguishers', 'checked each year'],
      ['Evacuation drill', 'twice in a session'],
    ],
  ),
  'land-certificate': certificate(
    'Land Certificate',
    'The certificate of the land on which the school stands, in one contiguous plot.',
    'Revenue Department, Farrukhabad',
    [
      ['Area', 'to be entered, in square metres'],
      ['Use', 'Educational'],
    ],
  ),
  noc: certificate(
    'No Objection Certificate',
    'The certificate by which the State Government has no objection to the affiliation of the school.',
    'Education Department, Government of Uttar Pradesh',
  ),
  'recognition-certificate': certificate(
    'Recognition Certificate',
    'The certificate of recognition under the Right of Children to Free and Compulsory Education Act, 2009, and its renewal.',
    'District Education Office, Farrukhabad',
  ),
  'building-safety-certificate': certificate(
    'Building Safety Certificate',
    'The certificate that the structure of the buildings is safe under the National Building Code.',
    'Public Works Department',
    [['Storeys', 'Ground and first floor']],
  ),
  'water-health-sanitation-certificate': certificate(
    'Water, Health and Sanitation Certificate',
    'The certificate that drinking water, toilets and the surroundings of the school are clean and in order.',
    'Health Department, Farrukhabad',
    [
      ['Drinking water', 'Filtered, tested twice a year'],
      ['Toilets', 'Separate for girls and boys, with ramps'],
    ],
  ),
  'water-analysis-certificate': {
    title: 'Water Analysis Certificate',
    parts: [
      SAMPLE,
      {
        kind: 'text',
        text: 'The analysis of one sample of drinking water. The figures show the form of the report.',
      },
      {
        kind: 'table',
        shares: [3, 2, 2],
        rows: [
          ['Test', 'Limit (IS 10500)', 'Result'],
          ['pH', '6.5 to 8.5', 'to be entered'],
          ['Turbidity, NTU', '1', 'to be entered'],
          ['Dissolved solids, mg/l', '500', 'to be entered'],
          ['Chloride, mg/l', '250', 'to be entered'],
          ['Fluoride, mg/l', '1.0', 'to be entered'],
          ['Coliform bacteria', 'none in 100 ml', 'to be entered'],
        ],
      },
    ],
  },
  'society-certificate': certificate(
    'Society Certificate',
    'The certificate that the society which runs the school is registered and its registration renewed.',
    'Registrar of Societies, Uttar Pradesh',
  ),
  smc: tables(
    'School Management Committee',
    'The committee meets four times in a session. Names stand in the signed list.',
    [
      'Members',
      [1, 4, 4],
      committee([
        ['1', 'Chairman of the society', 'Chairperson'],
        ['2', 'Principal', 'Member Secretary'],
        ['3', 'Two parents of students', 'Members'],
        ['4', 'Two teachers of the school', 'Members'],
        ['5', 'Two teachers of other schools', 'Members named by the Board'],
        ['6', 'One educationist', 'Member'],
        ['7', 'Manager of the society', 'Member'],
      ]),
    ],
  ),
  pta: tables(
    'Parent Teacher Association',
    'The association meets once in each term. Names stand in the signed list.',
    [
      'Office bearers',
      [1, 4, 4],
      committee([
        ['1', 'A parent', 'President'],
        ['2', 'A teacher', 'Secretary'],
        ['3', 'A parent', 'Treasurer'],
        ['4', 'One parent of each stage', 'Members'],
        ['5', 'One teacher of each stage', 'Members'],
      ]),
    ],
  ),
  'last-3-years-result': tables(
    'Result of the Last Three Years',
    'Board examinations. The numbers are examples and show the form of the statement.',
    [
      'Class X',
      [2, 2, 2, 2],
      [
        ['Year', 'Appeared', 'Passed', 'Pass percentage'],
        ['First year', '96', '95', '98.9'],
        ['Second year', '104', '104', '100'],
        ['Third year', '112', '111', '99.1'],
      ],
    ],
    [
      'Class XII',
      [2, 2, 2, 2],
      [
        ['Year', 'Appeared', 'Passed', 'Pass percentage'],
        ['First year', '61', '60', '98.3'],
        ['Second year', '68', '67', '98.5'],
        ['Third year', '74', '74', '100'],
      ],
    ],
  ),
  'self-declaration': certificate(
    'Self Declaration',
    'The school declares that the particulars on its website are true, and that it keeps the bye-laws of the Board, the rules of the State and the safety of its students.',
    'Principal and Manager of the school',
  ),
  'mandatory-disclosure-details': tables(
    'Mandatory Disclosure Details',
    "General information in the order of the Board's form.",
    [
      'A. General information',
      [1, 4, 4],
      [
        ['No.', 'Information', 'Details'],
        ['1', 'Name of the school', 'Gangotri International School'],
        ['2', 'Affiliation number', 'to be entered'],
        ['3', 'School code', 'to be entered'],
        ['4', 'Address', 'Arrah Paharpur and Nekpur, Farrukhabad, Uttar Pradesh'],
        ['5', 'Principal', 'to be entered'],
        ['6', 'E-mail and telephone', 'as in the footer of the website'],
      ],
    ],
    [
      'B. Infrastructure',
      [1, 4, 4],
      [
        ['No.', 'Information', 'Details'],
        ['1', 'Area of the campus', 'to be entered, in square metres'],
        ['2', 'Class rooms', '48'],
        ['3', 'Laboratories', '7, computer laboratories included'],
        ['4', 'Internet', 'Yes'],
        ['5', 'Toilets for girls and boys', '24 and 24'],
        ['6', 'Inspection video', 'to be entered'],
      ],
    ],
  ),
  prospectus: tables(
    'Prospectus',
    'A co-educational day school with two campuses, at Arrah Paharpur and at Nekpur, from Nursery to Class XII. We teach children to think clearly, to speak kindly and to finish what they begin.',
    [
      'Stages',
      [2, 5],
      [
        ['Stage', 'What it is like'],
        [
          'Pre-primary',
          'Play, stories, rhythm and the first letters and numbers, in English and Hindi',
        ],
        ['Primary', 'Reading every day, hands-on mathematics, the world around us'],
        ['Middle', 'Three languages, laboratories, computers, projects across subjects'],
        ['Secondary', 'Science, commerce and humanities, with counsel for the years after school'],
      ],
    ],
    [
      'Beyond lessons',
      [2, 5],
      [
        ['Field', 'Offer'],
        ['Sports', 'Athletics, football, kabaddi, yoga, swimming'],
        ['Arts', 'Vocal music, tabla, dance, drama, painting'],
        ['Clubs', 'Robotics, reading, nature, quiz and olympiads'],
      ],
    ],
    [
      'How to join',
      [2, 5],
      [
        ['Step', 'What to do'],
        ['1. Enquiry', 'Send the admission enquiry on the website or visit the office'],
        ['2. Meeting', 'Meet a teacher together with your child'],
        ['3. Papers', 'Bring birth certificate, photographs and the last report card'],
      ],
    ],
  ),
  'sample-certificate': tables(
    'Transfer Certificate',
    'The form of the certificate that the transfer certificate page finds for a student.',
    [
      'Particulars',
      [1, 4, 4],
      [
        ['No.', 'Particulars', 'Entry'],
        ['1', 'Admission number', 'GIS-2024-001'],
        ['2', 'Name of the student', 'as in the admission register'],
        ['3', "Parents' names", 'as in the admission register'],
        ['4', 'Nationality', 'Indian'],
        ['5', 'Date of first admission and class', 'to be entered'],
        ['6', 'Date of birth', 'to be entered, in figures and words'],
        ['7', 'Class last studied', 'to be entered'],
        ['8', 'Result of the last examination', 'to be entered'],
        ['9', 'Subjects studied', 'to be entered'],
        ['10', 'Dues paid up to', 'to be entered'],
        ['11', 'General conduct', 'Good'],
        ['12', 'Reason for leaving', 'to be entered'],
        ['13', 'Date of issue', 'to be entered'],
      ],
    ],
  ),
};

/** Every PDF of content/files by its file name without `.pdf`. */
export function writeDisclosureDocuments(): Map<string, Buffer> {
  return new Map(
    Object.entries(papers).map(([name, { title, parts }]) => [
      name,
      writeDocument({ title, letterhead: LETTERHEAD, parts }),
    ]),
  );
}
