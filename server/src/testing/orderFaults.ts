import { orders } from '@plomb/contract/orders/orders';
import { Client } from 'pg';
import { FetchClient } from './fetchClient.ts';
import { type House, until, usualHouse } from './house.ts';
import type { NatsServer } from './natsServer.ts';
import type { OrderLine } from './orderLine.ts';

/** The product as several processes, what it stands on, and the locks of one round: each is one run of the fault. */
export interface Scene {
  house: House;
  nats: NatsServer;
  database: { url: string; goAway(): Promise<unknown>; comeBack(): Promise<unknown> };
  locks: readonly OrderLine[];
  /** how long what goes away stays away, ms */
  away: number;
}

/** What an order has come to. */
interface Fate {
  id: number;
  state: string;
  evidence: string | null;
}

export interface OrderFault {
  what: string;
  /** Lets it happen to all the locks of the round, and tells what is wrong with each; null = nothing. */
  run(scene: Scene): Promise<(string | null)[]>;
}

const [api, gateway] = [usualHouse.indexOf('api'), usualHouse.indexOf('gateway')];
const wait = (millis: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, millis));

const each = <T>({ locks }: Scene, work: (lock: OrderLine, nth: number) => Promise<T>): Promise<T[]> =>
  Promise.all(locks.map(work));
const portsOf = ({ house }: Scene): [number, number] => house.ports as [number, number];
/** All at the first gateway, which knows them. */
const come = (scene: Scene): Promise<unknown> => each(scene, (lock) => lock.come(portsOf(scene)[0]));

/** Signs in at the last API, which is not the one that is killed. */
const give = async ({ house, locks }: Scene, nth = 1): Promise<void> => {
  const client = await FetchClient.open(house.of('api')[nth]!.url);
  await client.login('admin', 'keeper-of-seals-7');
  for (const { id } of locks)
    await client.ok(orders.unseal, {
      device_id: id,
      reason: 'a fault',
      idempotency_key: crypto.randomUUID(),
    });
};

const query = async <T extends object>({ database }: Scene, sql: string, values: unknown[] = []): Promise<T[]> => {
  const db = new Client({ connectionString: database.url });
  await db.connect();
  try {
    return (await db.query<T>(sql, values)).rows;
  } finally {
    await db.end();
  }
};
/** The orders of a lock, the oldest first. */
const fatesOf = (scene: Scene, { id }: OrderLine): Promise<Fate[]> =>
  query<Fate>(scene, 'select id::int, state, evidence from command where device_id = $1 order by id', [id]);

/** Once the orders of all locks have come, and the queue knows of it. */
const arrived = (scene: Scene): Promise<unknown> =>
  each(scene, async (lock) => {
    await until(async () => lock.orders.length > 0);
    await until(async () => (await fatesOf(scene, lock)).every(({ state }) => state !== 'queued'));
  });

const stateOf = async (scene: Scene, lock: OrderLine, state: string): Promise<void> =>
  until(async () => (await fatesOf(scene, lock)).at(-1)?.state === state);
const proofOf = async (scene: Scene, lock: OrderLine): Promise<void> =>
  until(async () => (await fatesOf(scene, lock)).at(-1)?.evidence === 'confirmed');

/** Once so many of its reports are stored, or put aside. */
const kept = (scene: Scene, { id }: OrderLine, count: number): Promise<void> =>
  until(async () => {
    const [found] = await query<{ n: number }>(
      scene,
      `select (select count(*) from position where device_id = $1)::int
         + (select count(*) from quarantine where device_id = $1)::int as n`,
      [id],
    );
    return (found?.n ?? 0) >= count;
  });

/** What is wrong with a lock whose order came `times` times, and whose orders ended so: `answered_ok confirmed`. */
const judge = async (
  scene: Scene,
  lock: OrderLine,
  { times, ends }: { times: number; ends: readonly string[] },
): Promise<string | null> => {
  const said = (await fatesOf(scene, lock)).map(({ state, evidence }) => [state, evidence].filter(Boolean).join(' '));
  if (lock.orders.length !== times) return `${lock.sn}: its orders came ${lock.orders.length} times, not ${times}`;
  return said.every((one) => ends.includes(one)) ? null : `${lock.sn}: its orders ended as ${said.join(', ')}`;
};

/** Answers, says that it is done, and both are known. */
const obey = async (scene: Scene, lock: OrderLine): Promise<void> => {
  lock.answer(lock.orders.at(-1)!);
  await stateOf(scene, lock, 'answered_ok');
  await lock.told('unsealed');
  await proofOf(scene, lock);
};
const proved = { times: 1, ends: ['answered_ok confirmed'] };

/** What may befall an order between the call and the proof, each with what must come of it. */
export const orderFaults: readonly OrderFault[] = [
  {
    what: 'kill -9 of the gateway between the bytes and the answer',
    async run(scene) {
      await come(scene);
      await give(scene);
      await arrived(scene);
      await scene.house.kill(gateway);
      // a gateway that never sent it has no order for this answer; what was done proves it all the same
      return each(scene, async (lock) => {
        lock.leave();
        await lock.come(portsOf(scene)[0]);
        lock.answer(lock.orders[0]!);
        await lock.told('unsealed');
        await proofOf(scene, lock);
        return judge(scene, lock, { times: 1, ends: ['sent confirmed', 'uncertain confirmed'] });
      });
    },
  },
  {
    what: 'kill -9 of the API after the order was kept, before anybody was told of it',
    async run(scene) {
      await come(scene);
      await scene.nats.kill();
      await give(scene, 0);
      const [first] = scene.house.of('api');
      await first!.kill();
      await scene.nats.start();
      await scene.house.restart(api);
      return each(scene, async (lock) => {
        await until(async () => lock.orders.length > 0);
        await obey(scene, lock);
        return judge(scene, lock, proved);
      });
    },
  },
  {
    what: 'NATS away while orders are given',
    async run(scene) {
      await come(scene);
      await scene.nats.kill();
      await give(scene);
      await wait(scene.away);
      await scene.nats.start();
      return each(scene, async (lock) => {
        await until(async () => lock.orders.length > 0);
        await obey(scene, lock);
        return judge(scene, lock, proved);
      });
    },
  },
  {
    what: 'PostgreSQL away while orders go out to locks that wake',
    async run(scene) {
      await give(scene);
      // the first half is out, or on its way, when it goes; the others wake while it is not there, and come again
      const half = scene.locks.slice(0, Math.ceil(scene.locks.length / 2));
      await come({ ...scene, locks: half });
      await until(async () => half.some(({ orders: came }) => came.length > 0));
      await scene.database.goAway();
      await wait(scene.away);
      await scene.database.comeBack();
      await come({ ...scene, locks: scene.locks.slice(half.length) });
      return each(scene, async (lock) => {
        const isOut = async () => (await fatesOf(scene, lock))[0]!.state;
        await until(async () => lock.orders.length > 0 || (await isOut()) === 'uncertain');
        if (lock.orders.length > 0) await lock.told('unsealed').then(() => proofOf(scene, lock));
        const came = lock.orders.length;
        if (came > 1) return `${lock.sn}: its order came ${came} times`;
        const ends = came === 1 ? ['sent confirmed', 'uncertain confirmed'] : ['uncertain'];
        return judge(scene, lock, { times: came, ends });
      });
    },
  },
  {
    what: 'two gateways with one lock, each with a connection that stands',
    async run(scene) {
      await come(scene);
      await each(scene, (lock) => lock.come(portsOf(scene)[1]));
      await give(scene);
      return each(scene, async (lock) => {
        await until(async () => lock.orders.length > 0);
        await obey(scene, lock);
        return judge(scene, lock, proved);
      });
    },
  },
  {
    what: 'a lock that answers twice',
    async run(scene) {
      await come(scene);
      await give(scene);
      return each(scene, async (lock) => {
        await until(async () => lock.orders.length > 0);
        lock.answer(lock.orders[0]!);
        await obey(scene, lock);
        lock.answer(lock.orders[0]!);
        await lock.told('unsealed');
        return judge(scene, lock, proved);
      });
    },
  },
  {
    what: 'a lock that answers after its order has expired',
    async run(scene) {
      await come(scene);
      await give(scene);
      await arrived(scene);
      const ids = scene.locks.map(({ id }) => id);
      await query(scene, "update command set expire_time = now() - interval '1 second' where device_id = any($1)", [
        ids,
      ]);
      return each(scene, async (lock) => {
        await obey(scene, lock);
        return judge(scene, lock, proved);
      });
    },
  },
  {
    what: 'a lock that starts anew and repeats the answer to an order before',
    async run(scene) {
      await come(scene);
      await give(scene);
      await each(scene, async (lock) => {
        await until(async () => lock.orders.length > 0);
        lock.answer(lock.orders[0]!);
        await stateOf(scene, lock, 'answered_ok');
        lock.leave();
        await lock.come(portsOf(scene)[0]);
      });
      await give(scene);
      return each(scene, async (lock) => {
        await until(async () => lock.orders.length > 1);
        lock.answer(lock.orders[0]!);
        await lock.told();
        const [, second] = await fatesOf(scene, lock);
        if (second?.state !== 'sent') return `${lock.sn}: an old answer made its new order ${second?.state}`;
        await obey(scene, lock);
        return judge(scene, lock, { times: 2, ends: ['answered_ok', 'answered_ok confirmed'] });
      });
    },
  },
  {
    what: 'clocks of locks that are an hour off, either way',
    async run(scene) {
      for (const [nth, lock] of scene.locks.entries()) lock.skew = (nth % 2 === 0 ? 1 : -1) * 3_600_000;
      await come(scene);
      await give(scene);
      return each(scene, async (lock) => {
        await until(async () => lock.orders.length > 0);
        lock.answer(lock.orders[0]!);
        await stateOf(scene, lock, 'answered_ok');
        await lock.told('unsealed');
        await kept(scene, lock, 2);
        // a clock nobody believes yet proves nothing, and takes nothing from what was answered
        return judge(scene, lock, { times: 1, ends: ['answered_ok', 'answered_ok possible'] });
      });
    },
  },
];
