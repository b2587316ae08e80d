import { messageOf } from './held-requests.ts';
import { School, type RESPONSES } from './school.ts';
import { Realm } from './realm.ts';
import { Turns } from './turns.ts';
import type { WaitingForm } from '../../../client/scripts/offline/form-store.ts';
import { KEPT } from '../../../client/scripts/offline/kept-forms.ts';

/** What the visitor, the network and the browser do. */
export type Act =
  | 'open'
  | 'open without its script'
  | 'close'
  | 'submit'
  | 'look'
  | 'delete'
  | 'go offline'
  | 'go online'
  | 'sync'
  | 'stop the worker'
  | keyof typeof RESPONSES;

export type Step = { act: Act; tab: number };
export type Scripts = { tab: string; worker: string };

const STORE = 'waiting-forms';

type Tab = { realm: Realm; hasScript: boolean; isKeeping: boolean; written: string[] };

/** Browser tabs and a worker on one device. Runs in a page. */
export class Device {
  #turns: Turns;
  #school: School;
  #scripts: Scripts;
  #tabs = new Map<number, Tab>();
  #worker: Realm | null = null;
  #isSyncAsked = false;
  #isActing = false;
  /** Who had and awaited locks when none was about to be given. */
  #locks = '';
  #count = 0;
  /** Messages that the page has said to be saved, or that the store had when their tab was closed. */
  #saved = new Set<string>();
  /** Messages that the visitor has been told were not sent. */
  #failed = new Set<string>();
  #everFailed = new Set<string>();
  #deleted = new Set<string>();
  #errors: string[] = [];

  constructor(scripts: Scripts, choices: readonly number[]) {
    this.#scripts = scripts;
    this.#turns = new Turns(choices);
    this.#school = new School(this.#turns);
  }

  /** What is wrong after the steps, in whichever order what they begin goes on. */
  async run(steps: readonly Step[]): Promise<string[]> {
    await clear();
    void this.#begin(steps);
    await this.#untilQuiet();
    this.#turns.isSlow = false;
    this.#school.response = 'takes';
    await this.#goOnline();
    await this.#open(9);
    await this.#untilQuiet();
    for (const { realm } of this.#tabs.values()) {
      void tabScript(realm).showNotice();
      realm.view.dispatchEvent(new Event('pageshow'));
    }
    await this.#untilQuiet();
    await this.#check();
    for (const realm of this.#realms()) realm.close();
    return this.#errors;
  }

  async #begin(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      await this.#turns.next(this);
      this.#isActing = true;
      await this.#do(step);
      this.#isActing = false;
    }
  }

  #do({ act, tab: name }: Step): Promise<void> | void {
    const tab = this.#tabs.get(name);
    if (act === 'open' || act === 'open without its script')
      return tab === undefined ? this.#open(name, act === 'open') : undefined;
    if (act === 'go online') return this.#goOnline();
    if (act === 'go offline') this.#school.isOnline = false;
    else if (act === 'sync') this.#sync();
    else if (act === 'stop the worker') this.#stopWorker();
    else if (act === 'takes' || act === 'busy' || act === 'rejects') this.#school.response = act;
    else if (tab === undefined) return;
    else if (act === 'close') return this.#close(name, tab);
    else if (act === 'look') tab.realm.view.dispatchEvent(new Event('pageshow'));
    else if (act === 'delete') this.#delete(tab);
    else this.#submit(tab);
  }

  async #open(name: number, hasScript = true): Promise<void> {
    if ((await readStore()).length > 0 && !isMarked())
      this.#errors.push('the mark of a stored form is missing');
    const realm = new Realm({
      turns: this.#turns,
      school: this.#school,
      script: this.#scripts.tab,
      onSync: () => (this.#isSyncAsked = true),
      onFailed: (message) => [this.#failed, this.#everFailed].forEach((set) => set.add(message)),
    });
    if (!hasScript) tabScript(realm).withoutScript();
    this.#tabs.set(name, { realm, hasScript, isKeeping: false, written: [] });
  }

  async #close(name: number, { realm, written }: Tab): Promise<void> {
    const stored = new Set((await readStore()).flatMap((form) => messageOf(form.fields) ?? []));
    for (const message of written)
      if (stored.has(message) && !this.#failed.has(message)) this.#saved.add(message);
    realm.close();
    this.#tabs.delete(name);
  }

  #submit(tab: Tab): void {
    const form = tab.realm.document.querySelector('form');
    const field = form?.querySelector('textarea');
    if (!form || !field || tab.isKeeping || form.getAttribute('aria-busy') === 'true') return;
    if (field.value === '') {
      this.#count += 1;
      const values = { name: 'Asha', email: 'asha@example.in', phone: '9876543210' };
      for (const [name, value] of Object.entries(values))
        Object.assign(form.querySelector(`[name=${name}]`) ?? {}, { value });
      field.value = `message ${this.#count}`;
      tab.written.push(field.value);
    }
    this.#failed.delete(field.value);
    if (tab.hasScript) form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    else {
      tab.isKeeping = true;
      const kept = tabScript(tab.realm).keep(form, new AbortController().signal);
      const { value } = field;
      void kept
        .then((isKept) => isKept && this.#saved.add(value))
        .finally(() => (tab.isKeeping = false));
    }
  }

  #delete({ realm }: Tab): void {
    const item = realm.document.querySelector('.offline-notice li');
    const message = /message \d+/.exec(item?.textContent ?? '')?.[0];
    if (message !== undefined) this.#deleted.add(message);
    item?.querySelector<HTMLElement>(':scope > button')?.click();
  }

  async #goOnline(): Promise<void> {
    this.#school.isOnline = true;
    for (const { realm } of this.#tabs.values()) realm.view.dispatchEvent(new Event('online'));
    this.#sync();
  }

  /** The browser asks a worker again after one that has failed. */
  #sync(): void {
    if (!this.#isSyncAsked || !this.#school.isOnline) return;
    this.#worker ??= new Realm({
      turns: this.#turns,
      school: this.#school,
      script: this.#scripts.worker,
      onSync: () => undefined,
      onFailed: () => undefined,
    });
    this.#isSyncAsked = false;
    const again = () => void (this.#isSyncAsked = true);
    workerScript(this.#worker).sync().catch(again);
  }

  #stopWorker(): void {
    if (this.#worker === null) return;
    this.#worker.close();
    this.#worker = null;
    this.#isSyncAsked = true;
  }

  #realms(): Realm[] {
    const tabs = [...this.#tabs.values()].map(({ realm }) => realm);
    return this.#worker === null ? tabs : [...tabs, this.#worker];
  }

  async #untilQuiet(): Promise<void> {
    do {
      await nextTask();
      while (await this.#isBusy()) {
        await new Promise((resolve) => setTimeout(resolve));
        await nextTask();
      }
      for (const { realm, hasScript, written } of this.#tabs.values())
        if (hasScript && realm.document.querySelector('form [role=status]')?.textContent === KEPT)
          this.#saved.add(written.at(-1) ?? '');
    } while (this.#turns.take());
  }

  /** Whether the browser works, or gives a lock to someone. */
  async #isBusy(): Promise<boolean> {
    const realms = this.#realms();
    if (this.#isActing || realms.some(({ isBusy }) => isBusy)) return true;
    const sum = (name: 'held' | 'pending') =>
      realms.reduce((total, { locks }) => total + locks[name], 0);
    const state = `${realms.length} ${sum('held')} ${sum('pending')}`;
    if (state === this.#locks) return false;
    const { held = [], pending = [] } = await navigator.locks.query();
    const isFree = held.length === 0 && pending.length > 0;
    if (held.length !== sum('held') || pending.length !== sum('pending') || isFree) return true;
    this.#locks = state;
    return false;
  }

  async #check(): Promise<void> {
    const forms = await readStore();
    const { taken } = this.#school;
    const stored = new Set(forms.flatMap((form) => messageOf(form.fields) ?? []));
    const isKnown = (message: string) =>
      taken.has(message) || stored.has(message) || this.#deleted.has(message);
    const expect = (isTrue: boolean, error: string): void =>
      void (isTrue || this.#errors.push(error));
    for (const message of this.#saved) expect(isKnown(message), `${message} is lost`);
    for (const [message, { size }] of taken)
      expect(size === 1 || this.#everFailed.has(message), `${message} has ${size} keys`);
    for (const { key, state } of forms) expect(state !== 'waiting', `${key} waits`);
    expect(isMarked() === forms.length > 0, `${forms.length} forms, mark: ${isMarked()}`);
    for (const [name, { realm, written }] of this.#tabs) {
      const field = realm.document.querySelector('textarea')?.value;
      for (const message of written)
        expect(isKnown(message) || field === message, `${message} is not in tab ${name}`);
      const notice = realm.document.querySelector('.offline-notice');
      const items = [...(notice?.querySelectorAll<HTMLElement>('li') ?? [])];
      const listed = items.map(({ dataset }) => dataset['form'] ?? '');
      const counts = notice?.querySelector('[role=status]')?.textContent.match(/\d+/g) ?? [];
      const sum = counts.reduce((total, count) => total + Number(count), 0);
      const right = forms.map(({ key, state, fields }) => `${key} ${state} ${fields.length}`);
      const isListed = right.every((each) => listed.includes(each));
      expect(
        isListed && [listed.length, sum].every((count) => count === forms.length),
        `the notice of tab ${name} has ${listed.join()} (${sum}), the store ${right.join()}`,
      );
    }
  }
}

/** What its script has exported. */
function tabScript({ view }: Realm): typeof import('./tab.tsx') {
  return Object(view).script;
}

function workerScript({ view }: Realm): typeof import('./worker.ts') {
  return Object(view).script;
}

function isMarked(): boolean {
  return localStorage.getItem(STORE) !== null;
}

const { port1: far, port2: near } = new MessageChannel();
far.start();

/** React renders in tasks of its own. */
async function nextTask(): Promise<void> {
  for (const _task of [1, 2]) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port's has none
    near.postMessage(null);
    await new Promise((resolve) => far.addEventListener('message', resolve, { once: true }));
  }
}

let database: Promise<IDBDatabase> | undefined;

function openStore(): Promise<IDBDatabase> {
  return (database ??= new Promise((resolve) => {
    const request = indexedDB.open(STORE, 1);
    request.addEventListener('upgradeneeded', () =>
      request.result.createObjectStore(STORE, { keyPath: 'key' }),
    );
    request.addEventListener('success', () => resolve(request.result));
  }));
}

async function readStore(): Promise<WaitingForm[]> {
  const store = (await openStore()).transaction(STORE).objectStore(STORE);
  const request: IDBRequest<WaitingForm[]> = store.getAll();
  await new Promise((resolve) => request.addEventListener('success', resolve));
  return request.result;
}

async function clear(): Promise<void> {
  const transaction = (await openStore()).transaction(STORE, 'readwrite');
  transaction.objectStore(STORE).clear();
  await new Promise((resolve) => transaction.addEventListener('complete', resolve));
  localStorage.clear();
}
