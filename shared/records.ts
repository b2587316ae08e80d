import type { Day } from './dates.ts';

/**
 * The records as pages use them. The provider's own shapes are in provider-lists.ts; each has a pure
 * function from there to here. All of them are plain JSON, so an island can carry them in the page.
 */

/** Provider id or path of an image or a file; `fileUrl` in links.ts makes the address. */
export type FileId = string;

export type Birthday = {
  id: string;
  category: 'Teacher' | 'Student';
  name: string;
  className: string;
  photo: FileId | null;
};

export type NewsItem = {
  id: string;
  title: string;
  description: string;
  day: Day | null;
  attachment: FileId | null;
};

export type SchoolEvent = {
  id: string;
  title: string;
  description: string;
  day: Day | null;
  time: string;
  venue: string;
  image: FileId | null;
  attachment: FileId | null;
  link: string | null;
};

export type Album = {
  id: string;
  title: string;
  description: string;
  day: Day | null;
  download: string | null;
  photos: FileId[];
};

export type Notice = {
  id: string;
  title: string;
  description: string;
  image: FileId | null;
  attachment: FileId | null;
  link: string | null;
};

export type Registration = { id: string; title: string; attachment: FileId | null };

export type Highlight = { id: string; title: string; attachment: FileId | null };

export type LeaderRole = 'Chairman' | 'Chairperson' | 'AcademicHead' | 'Principal';

export type Leader = {
  role: LeaderRole;
  name: string;
  designation: string;
  /** HTML of the provider, not yet sanitised: only ProviderHtml may render it. */
  messageHtml: string;
  photo: FileId | null;
};
