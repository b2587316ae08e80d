import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Delivery } from '../../server/outbox/entry.ts';
import { holds } from '../support/holds.ts';
import {
  enquiry,
  openStore,
  rejection,
  type Instance,
  type Store,
} from '../support/outbox-stores.ts';
import { describeStores, usePostgres } from '../support/postgres.ts';
import { SOON } from '../support/effort.ts';

/** The provider's response to each form. */
const OUTCOMES = { takes: null, isDown: 503, rejects: 422 } as const;
type Outcome = keyof typeof OUTCOMES;

/** Where each submission is, by its reference. */
type Model = {
  response: Outcome;
  places: Map<string, 'waiting' | 'dead' | 'delivered'>;
  count: number;
};

/** A store, the instance that runs on it now, and what its provider has seen. */
type Real = {
  store: Store;
  instance: Instance;
  response: Outcome;
  taken: string[];
  keys: Map<string, Set<string>>;
  deliver: (delivery: Delivery) => Promise<void>;
};

type Step = { may?: (model: Model) => boolean; run: (model: Model, real: Real) => Promise<void> };

const respond = (response: Outcome): Step => ({
  async run(model, real) {
    model.response = response;
    real.response = response;
  },
});

const acceptLast = ({ count }: Model, { outbox }: Instance) =>
  outbox.accept(enquiry(`Number ${count}`), { fingerprint: `of ${count}` });

const STEPS: Readonly<Record<string, Step>> = {
  accept: {
    async run(model, { instance }) {
      model.count += 1;
      const { reference } = await acceptLast(model, instance);
      expect(model.places.has(reference)).toBe(false);
      model.places.set(reference, 'waiting');
    },
  },
  'accept the last one again': {
    // A dead letter is no entry that a visitor's second attempt is one with.
    may: (model) => [...model.places.values()].at(-1) !== 'dead' && model.count > 0,
    async run(model, { instance }) {
      const again = await acceptLast(model, instance);
      const [last] = [...model.places].at(-1) ?? [];
      expect(again.reference).toBe(last);
    },
  },
  'the provider accepts': respond('takes'),
  'the provider is down': respond('isDown'),
  'the provider rejects': respond('rejects'),
  restart: {
    async run(_model, real) {
      const { dataDir } = real.instance;
      await real.instance.close();
      real.instance = real.store.open({ deliver: real.deliver, dataDir, limits: LIMITS });
      await expect.poll(() => isUp(real.instance), SOON).toBe(true);
    },
  },
  'requeue all': {
    async run(model, { store, instance }) {
      const open = [...model.places].filter(([, place]) => place !== 'delivered');
      const retried = await store.command(['retry', '--all'], instance.dataDir);
      expect(retried).toEqual({ retried: open.length });
      for (const [reference] of open) model.places.set(reference, 'waiting');
    },
  },
};

/** Runs a step, then moves waiting submissions of the model as the provider responds. */
function command([name, { may = () => true, run }]: [string, Step]): fc.AsyncCommand<Model, Real> {
  return {
    check: may,
    toString: () => name,
    async run(model, real) {
      await run(model, real);
      for (const [reference, place] of model.places)
        if (place === 'waiting' && model.response !== 'isDown')
          model.places.set(reference, model.response === 'takes' ? 'delivered' : 'dead');
      const inPlace = (wanted: string) =>
        [...model.places].flatMap(([one, place]) => (place === wanted ? one : [])).toSorted();
      await expect
        .poll(async () => {
          const { waiting, dead } = await real.instance.outbox.state();
          return { waiting, dead, taken: real.taken.toSorted() };
        }, SOON)
        .toEqual({
          waiting: inPlace('waiting').length,
          dead: inPlace('dead').length,
          taken: inPlace('delivered'),
        });
      expect([...real.keys.values()].filter(({ size }) => size !== 1)).toEqual([]);
    },
  };
}

const isUp = async ({ outbox }: Instance): Promise<boolean> => (await outbox.state()).isDeliverer;

/** A form that came once is the same for as long as a run takes. */
const LIMITS = { sameWithinMs: 60 * 60_000 };

const COMMANDS = Object.entries(STEPS).map((step) => fc.constant(command(step)));
const postgres = usePostgres();

describeStores('the outbox on', (name) => {
  test('O4 to O6: after any events each submission is in one place, is delivered once, and has one key', () =>
    holds(
      fc.asyncProperty(fc.commands(COMMANDS, { maxCommands: 12 }), async (commands) => {
        const store = await openStore(name, postgres);
        const taken: string[] = [];
        const keys: Real['keys'] = new Map();
        async function deliver({ entry }: Delivery): Promise<void> {
          const { reference, idempotencyKey } = entry;
          keys.set(reference, (keys.get(reference) ?? new Set()).add(idempotencyKey));
          const status = OUTCOMES[real.response];
          if (status !== null) throw rejection(status);
          taken.push(reference);
        }
        const instance = store.open({ deliver, limits: LIMITS });
        const real: Real = { store, instance, response: 'takes', taken, keys, deliver };
        const model: Model = { response: 'takes', places: new Map(), count: 0 };
        try {
          await expect.poll(() => isUp(instance), SOON).toBe(true);
          await fc.asyncModelRun(() => ({ model, real }), commands);
        } finally {
          await store.remove();
        }
      }),
      { runs: 6 },
    ));
});
