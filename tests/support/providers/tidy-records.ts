import { TidyStore, indianDay } from './tidy-store.ts';
import type { StoredFile } from './files.ts';
import { SCHOOLS, expectedRecord, mapLists } from './expected.ts';
import type { ExpectedList, ExpectedRecord, ListName, School } from './expected.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Everything that the tidy platform keeps. */
export type TidyWorld = {
  readonly lists: Readonly<Record<ListName, readonly Row[]>>;
  readonly files: ReadonlyMap<string, StoredFile>;
  readonly expected: Readonly<Record<School, Readonly<Record<ListName, ExpectedList>>>>;
};

type Entry = { readonly row: Row; readonly expected: ExpectedRecord };

const HAPPENINGS = [
  ['Annual Sports Meet', 'Track events, tug of war & a march past by all four houses.'],
  ['Science Exhibition', 'Working models by classes VI to XII. Parents are welcome.'],
  ['Republic Day', 'Flag hoisting at 8:30 AM, followed by a cultural programme.'],
  ['Parent-Teacher Meeting', 'Report cards will be handed over in the classrooms.'],
  ['हिन्दी दिवस समारोह', 'कविता पाठ, वाद-विवाद और नाटक।'],
  ['Inter-house Debate', 'Topic: “Homework should be optional”.'],
  ["Grandparents' Day", 'Stories, songs and lunch with our grandparents.'],
  ['Art & Craft Fair', 'Clay, paper and colour from the junior wing.'],
  ['Investiture Ceremony', 'The student council takes its oath.'],
  ['Book Week', 'Read 100 pages and win a bookmark; quiz on Friday.'],
] as const;

const LEADERS = [
  ['Principal', 'Dr. Meera Saxena', 'Principal'],
  ['Chairman', 'Shri R. K. Agarwal', 'Chairman'],
  ['Vice Principal', 'Smt. Anita Agarwal', 'Chairperson'],
  ['Manager', 'Mr. Vivek Tandon', 'Academic Head'],
] as const;

/** The words that mark a record: its list, its campus, its number. */
function marked(text: string, list: string, school: School, index: number): [string, string] {
  const mark = `${list}${school.slice(0, 1)}${String(index).padStart(3, '0')}`;
  return [mark, `${text} ${mark}`];
}

function happenings(
  school: School,
  now: Date,
  count: number,
  make: (entry: {
    title: string;
    description: string;
    stamp: string;
    day: string;
    index: number;
    mark: string;
  }) => Entry,
  list: string,
): Entry[] {
  return Array.from({ length: count }, (_, index) => {
    const [title, description] = HAPPENINGS[index % HAPPENINGS.length] ?? HAPPENINGS[0];
    const [mark, printed] = marked(title, list, school, index);
    const { stamp, day } = indianDay(now, index * 41 - 25);
    return make({ title: printed, description, stamp, day, index, mark });
  });
}

function news(store: TidyStore, school: School, now: Date): Entry[] {
  return happenings(
    school,
    now,
    17,
    ({ title, description, stamp, day, index, mark }) => {
      const file = index % 3 === 0 ? store.document(mark) : null;
      return {
        row: {
          _id: store.id(),
          school,
          category: 'News',
          title,
          description,
          fromDate: stamp,
          attachments: file === null ? [] : [file.id],
        },
        expected: expectedRecord('news', {
          mark,
          texts: [title, description],
          date: day,
          documents: file === null ? [] : [file.hash],
        }),
      };
    },
    'News',
  );
}

function events(store: TidyStore, school: School, now: Date): Entry[] {
  return happenings(
    school,
    now,
    13,
    ({ title, description, stamp, day, index, mark }) => {
      const image = store.picture();
      const file = index % 2 === 0 ? store.document(mark) : null;
      const venue = index % 2 === 0 ? 'School Auditorium' : 'Main Ground';
      return {
        row: {
          _id: store.id(),
          school,
          title,
          description,
          date: stamp,
          time: '10:30 AM',
          venue,
          images: [image.id],
          attachments: file === null ? [] : [file.id],
          url: '',
        },
        expected: expectedRecord('event', {
          mark,
          texts: [title, description, venue, '10:30 AM'],
          date: day,
          pictures: [image.hash],
          documents: file === null ? [] : [file.hash],
        }),
      };
    },
    'Event',
  );
}

function gallery(store: TidyStore, school: School, now: Date): Entry[] {
  return happenings(
    school,
    now,
    8,
    ({ title, description, stamp, day, index, mark }) => {
      const pictures = Array.from({ length: 2 + (index % 4) }, () => store.picture());
      const link = index % 2 === 0 ? `https://photos.example.org/albums/${mark}` : null;
      const id = store.id();
      return {
        row: {
          _id: id,
          school,
          category: 'PhotoGallery',
          title,
          description,
          date: stamp,
          url: link,
          attachments: pictures.map((picture) => picture.id),
        },
        expected: expectedRecord('album', {
          mark,
          texts: [title, description],
          date: day,
          pictures: pictures.map((picture) => picture.hash),
          link,
          albumId: id,
        }),
      };
    },
    'Album',
  );
}

function birthdays(store: TidyStore, school: School): Entry[] {
  const names = ['Aarav Mishra', 'Diya Gupta', 'Kabir Khan', 'Ishita Rai', 'Rohan Das'];
  return names.map((name, index) => {
    const [mark, printed] = marked(name, 'Day', school, index);
    const teacher = index % 2 === 0;
    const photo = index === 1 ? null : store.picture();
    const className = teacher ? '' : 'Class VII-B';
    return {
      row: {
        _id: store.id(),
        school,
        category: teacher ? 'Teacher' : 'Student',
        name: printed,
        class: className,
        attachments: photo === null ? [] : [photo.id],
      },
      expected: expectedRecord('birthday', {
        mark,
        texts: teacher ? [printed] : [printed, className],
        pictures: photo === null ? [] : [photo.hash],
      }),
    };
  });
}

function notices(store: TidyStore, school: School): Entry[] {
  return [0, 1, 2].map((index) => {
    const [mark, title] = marked('Admissions open', 'Notice', school, index);
    const image = store.picture();
    const file = store.document(mark);
    const description = `Forms for class ${index + 1} are at the front desk from 9 AM.`;
    const link = `https://forms.example.org/${mark}`;
    return {
      row: {
        _id: store.id(),
        school,
        title,
        description,
        image: [image.id],
        attachments: [file.id],
        url: link,
      },
      expected: expectedRecord('notice', {
        mark,
        texts: [title, description],
        pictures: [image.hash],
        documents: [file.hash],
        link,
      }),
    };
  });
}

function titled(store: TidyStore, school: School, text: string, list: string): Entry[] {
  return [0, 1].map((index) => {
    const [mark, title] = marked(text, list, school, index);
    const file = store.document(mark);
    return {
      row: { _id: store.id(), school, title, attachments: [file.id] },
      expected: expectedRecord(list, { mark, texts: [title], documents: [file.hash] }),
    };
  });
}

/** Nekpur has no academic head: its page keeps the built-in text. */
function leaders(store: TidyStore, school: School): Entry[] {
  const present = school === 'NEKPUR' ? LEADERS.slice(0, 3) : LEADERS;
  return present.map(([category, name, designation], index) => {
    const photo = store.picture();
    const [mark, words] = marked('Every child can learn', 'Word', school, index);
    return {
      row: {
        _id: store.id(),
        school,
        category,
        name,
        designation,
        message: `<p><strong>Dear parents,</strong></p><p>${words} &amp; every teacher too.</p>`,
        attachments: [photo.id],
      },
      expected: expectedRecord(category, {
        mark,
        texts: ['Dear parents,', `${words} & every teacher too.`, name, designation],
        pictures: [photo.hash],
      }),
    };
  });
}

/** The platform's content, with dates around `now`; the same for the same `now`. */
export function tidyWorld(now: Date): TidyWorld {
  const store = new TidyStore();
  const makers: Record<ListName, (school: School) => Entry[]> = {
    birthdays: (school) => birthdays(store, school),
    news: (school) => news(store, school, now),
    events: (school) => events(store, school, now),
    gallery: (school) => gallery(store, school, now),
    notification: (school) => notices(store, school),
    onlineRegistration: (school) => titled(store, school, 'Register for NTSE', 'Reg'),
    principalMessage: (school) => leaders(store, school),
    highlight: (school) => titled(store, school, 'School reopens at 8', 'High'),
  };
  const entries = (list: ListName): Record<School, Entry[]> => ({
    FARRUKHABAD: makers[list]('FARRUKHABAD'),
    NEKPUR: makers[list]('NEKPUR'),
  });
  const all: Record<ListName, Record<School, Entry[]>> = {
    birthdays: entries('birthdays'),
    news: entries('news'),
    events: entries('events'),
    gallery: entries('gallery'),
    notification: entries('notification'),
    onlineRegistration: entries('onlineRegistration'),
    principalMessage: entries('principalMessage'),
    highlight: entries('highlight'),
  };
  const rows = (list: ListName): Row[] =>
    SCHOOLS.flatMap((school) => all[list][school].map((entry) => entry.row));
  const reader = (list: ListName, school: School): ExpectedList => ({
    records: all[list][school].map((entry) => entry.expected),
    nowhere: all[list][school === 'NEKPUR' ? 'FARRUKHABAD' : 'NEKPUR'].flatMap(
      (entry) => entry.expected.mark ?? [],
    ),
  });
  return {
    lists: mapLists(rows),
    files: store.files,
    expected: {
      FARRUKHABAD: mapLists((list) => reader(list, 'FARRUKHABAD')),
      NEKPUR: mapLists((list) => reader(list, 'NEKPUR')),
    },
  };
}
