import { writeDocument } from '../documents.ts';
import { certificate, type Paper } from './paper.ts';
import { tablePapers } from './table-papers.ts';

const LETTERHEAD = 'Gangotri International School, Farrukhabad';

const certificatePapers: Readonly<Record<string, Paper>> = {
  'affiliation-letter': certificate(
    'Affiliation Letter',
    'The letter by which the Board grants affiliation to the school up to the Senior Secondary level, with the terms that the school keeps.',
    'Central Board of Secondary Education',
    [
      ['Level', 'Senior Secondary (Nursery to Class XII)'],
      ['Campuses', 'Arrah Paharpur and Nekpur'],
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
  'society-certificate': certificate(
    'Society Certificate',
    'The certificate that the society which runs the school is registered and its registration renewed.',
    'Registrar of Societies, Uttar Pradesh',
  ),
  'self-declaration': certificate(
    'Self Declaration',
    'The school declares that the particulars on its website are true, and that it keeps the bye-laws of the Board, the rules of the State and the safety of its students.',
    'Principal and Manager of the school',
  ),
};

/** Every PDF of content/files by its file name without `.pdf`. */
export function writeDisclosureDocuments(): Map<string, Buffer> {
  return new Map(
    Object.entries({ ...certificatePapers, ...tablePapers }).map(([name, { title, parts }]) => [
      name,
      writeDocument({ title, letterhead: LETTERHEAD, parts }),
    ]),
  );
}
