/** Prepended to the worker's code (server/publish/site-files.ts). */
export type Build = {
  version: string;
  /** What every page is made of: styles, fonts, scripts, logo. */
  frame: readonly string[];
  /** The pages that stand in where there is no network. */
  offlinePages: Readonly<Record<'farrukhabad' | 'nekpur', string>>;
};

export type PageMessage = { assets: readonly string[]; isControlled: boolean };

export type LifeEvent = Event & { waitUntil(work: Promise<unknown>): void };

export type PageEvent = LifeEvent & {
  request: Request;
  preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
};

export type Client = { url: string; postMessage(message: unknown): void };

/** The used part of the Service Worker standard: TypeScript's library of it conflicts with that of pages. */
export type WorkerScope = {
  BUILD: Build;
  registration: {
    navigationPreload?: { enable(): Promise<void>; disable(): Promise<void> };
    unregister(): Promise<boolean>;
  };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void;
  addEventListener(type: 'fetch', listener: (event: PageEvent) => void): void;
  addEventListener(type: 'sync', listener: (event: LifeEvent & { tag: string }) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: LifeEvent & { source: Client; data: PageMessage }) => void,
  ): void;
};
