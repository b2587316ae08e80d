import {
  DOCUMENT,
  Example,
  HINDI,
  LONG,
  SHORT,
  UNBROKEN,
  withSite,
  type PartStates,
} from './examples.tsx';
import { Announcements } from '../../parts/Announcements.tsx';
import { AppLinks } from '../../parts/AppLinks.tsx';
import { Branch } from '../../parts/Branch.tsx';
import { Breadcrumb } from '../../parts/Breadcrumb.tsx';
import { CampusButtons } from '../../parts/CampusButtons.tsx';
import { CampusSwitch } from '../../parts/CampusSwitch.tsx';
import { LanguageSwitch } from '../../parts/LanguageSwitch.tsx';
import { ContactDetails } from '../../parts/ContactDetails.tsx';
import { DocumentLink } from '../../parts/DocumentLink.tsx';
import { Icon } from '../../parts/Icon.tsx';
import { Login } from '../../parts/Login.tsx';
import { MapLink } from '../../parts/MapLink.tsx';
import { PageHeader } from '../../parts/PageHeader.tsx';
import { OfficeHours } from '../../parts/OfficeHours.tsx';
import { PageLink } from '../../parts/PageLink.tsx';
import { PhoneLink } from '../../parts/PhoneLink.tsx';
import { Related } from '../../parts/Related.tsx';
import { Shortcuts } from '../../parts/Shortcuts.tsx';
import { Tiles } from '../../parts/Tiles.tsx';
import { useCampus } from '../../page-context.tsx';
import type { CampusContent } from '../../../shared/content.ts';

const DOCUMENT_PAGE = { file: 'noc.pdf', title: SHORT, bytes: 3526, language: 'English' };

/** What stands around and between pages. Layout, Header, Menu and Footer stand around this page. */
export const frame: PartStates = {
  Announcements: {
    none: <Strip titles={[]} />,
    one: <Strip titles={[SHORT]} />,
    'many, long, in Hindi, without a title': <Strip titles={[SHORT, LONG, HINDI, '']} />,
  },
  Breadcrumb: {
    short: <Breadcrumb current={SHORT} />,
    long: <Breadcrumb current={LONG} />,
    'in Hindi': <Breadcrumb current={HINDI} />,
    unbroken: <Breadcrumb current={UNBROKEN} />,
  },
  PageHeader: {
    "the page's title": <PageHeader />,
    'long, with a lede': <PageHeader title={LONG} lede={LONG} />,
    'in Hindi': <PageHeader title={HINDI} lede={HINDI} />,
    unbroken: <PageHeader title={UNBROKEN} lede={UNBROKEN} />,
  },
  CampusButtons: { always: <CampusButtons /> },
  CampusSwitch: {
    always: (
      <div className="strip">
        <CampusSwitch />
      </div>
    ),
  },
  LanguageSwitch: {
    always: (
      <div className="strip">
        <LanguageSwitch />
      </div>
    ),
  },
  PageLink: {
    'to another page': <PageLink to="/Vision">Vision</PageLink>,
    'to this page': (
      <PageLink to="/Vision" aria-current="page">
        Vision
      </PageLink>
    ),
  },
  Login: {
    'with a portal': (
      <Example change={withSite({ portalUrl: 'https://example.org/' })}>
        <Login />
      </Example>
    ),
  },
  AppLinks: { always: <AppLinks /> },
  Branch: {
    complete: <BranchHere isBare={false} />,
    'an address only': <BranchHere isBare />,
  },
  ContactDetails: {
    complete: <ContactHere isBare={false} />,
    'an address only': <ContactHere isBare />,
  },
  OfficeHours: {
    'short, long, in Hindi': (
      <OfficeHours hours={[SHORT, LONG, HINDI].map((days) => ({ days, time: '9 am to 1 pm' }))} />
    ),
  },
  Related: {
    beside: (
      <div className="with-related">
        <p>{LONG}</p>
        <Related />
      </div>
    ),
    below: <Related />,
  },
  PhoneLink: {
    alone: <PhoneLink phone="+91-5692-000000" />,
    'with its purpose': <PhoneLink phone="+91-5692-000000" purpose={SHORT} />,
  },
  MapLink: {
    'opened elsewhere': <MapLink label={SHORT} map={{ link: 'https://example.org/' }} />,
  },
  Shortcuts: {
    'with a telephone': (
      <div className="strip">
        <Shortcuts />
      </div>
    ),
  },
  DocumentLink: {
    'its title': <DocumentLink document={DOCUMENT_PAGE} />,
    'long, in Hindi': (
      <DocumentLink
        document={{ ...DOCUMENT_PAGE, bytes: 4_200_000, language: 'Hindi' }}
        label={HINDI}
      />
    ),
  },
  Tiles: { always: <Tiles /> },
  Icon: {
    'of a button': (
      <button type="button" className="icon-button" aria-label="Close">
        <Icon name="close" />
      </button>
    ),
  },
  button: {
    usual: <Buttons className="button" />,
    quiet: <Buttons className="button button-quiet" />,
    brand: <Buttons className="button button-brand" />,
    'on the brand': (
      <div className="section-brand parts-ground">
        <Buttons className="button button-quiet" />
      </div>
    ),
    'a way on': (
      <a className="more" href="/Vision">
        Read More
      </a>
    ),
  },
};

function Strip({ titles }: { titles: readonly string[] }) {
  const highlight = titles.map((title, index) => ({
    id: title,
    title,
    attachment: index % 2 === 1 ? DOCUMENT : null,
  }));
  return (
    <Example lists={{ highlight }}>
      <div className="strip">
        <Announcements />
      </div>
    </Example>
  );
}

function BranchHere({ isBare }: { isBare: boolean }) {
  const bare = useBareCampus();
  const campus = useCampus();
  return (
    <div className="footer parts-ground">
      <Branch campus={isBare ? bare : campus} />
    </div>
  );
}

function ContactHere({ isBare }: { isBare: boolean }) {
  const bare = useBareCampus();
  const campus = useCampus();
  return <ContactDetails campus={isBare ? bare : campus} />;
}

/** A campus of which the school says no more than it must. */
function useBareCampus(): CampusContent {
  const { summary, place, slides, slider, aboutPicture, leaders, address } = useCampus();
  return { label: LONG, address, summary, place, slides, slider, aboutPicture, leaders };
}

function Buttons({ className }: { className: string }) {
  return (
    <p className="campus-buttons">
      <a className={className} href="/Vision">
        Link
      </a>
      <button type="button" className={className}>
        Button
      </button>
      <button type="button" className={className} aria-disabled>
        Waits
      </button>
      <button type="button" className={className} disabled>
        Disabled
      </button>
      <button type="button" className={className}>
        {HINDI}
      </button>
    </p>
  );
}
