import { cardMatrix } from '@plomb/contract/cards/matrix';
import type { Call } from '@plomb/contract/kit/call';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { password } from './generate.ts';
import { ms, show, tidy } from './machine.ts';
import type { Options } from './options.ts';
import { connected, openDatabase, withProduct } from './stage.ts';

const tries = 20;

interface Size {
  cards: number;
  locks: number;
  /** cards that a lock holds */
  held: number;
  /** openings by card of each lock */
  openings: number;
}
/** Many cards on a yard's locks, and a few on a whole fleet: the most that people would put into either. */
const sizes: readonly Size[] = [
  { cards: 10_000, locks: 200, held: 400, openings: 5000 },
  { cards: 200, locks: 10_000, held: 50, openings: 100 },
];

/** Each rule names a hundred cards; every lock has the first card, and other ones that follow each other; each fiftieth is in drift. */
const fill = ({ cards, locks, held, openings }: Size): string => `
  insert into device_type (org_id, device_type, device_type_name, family, identity_rule, unseal_password)
    select min(id), 'bench', 'bench', 'jt701', 'open', 'factory' from organisation;
  insert into device (org_id, sn, device_name, subject, device_type_id)
    select (select min(id) from organisation), (8000000000 + n)::text, 'lock ' || n, '沪A ' || n,
      (select min(id) from device_type where device_type = 'bench') from generate_series(1, ${locks}) n;
  update lock_state set receive_time = now(), place_time = now(), fix = true, lon = 121 + device_id % 100 / 100.0, lat = 31, lock_status = 1;
  insert into ic_card (org_id, ic_no, ic_name, card_no)
    select (select min(id) from organisation), (70000000 + n)::text, 'card ' || n, 'A-' || n from generate_series(1, ${cards}) n;
  insert into regional_rule (org_id, rule_name, status, areas, all_devices, in_force, operator_id)
    select (select min(id) from organisation), 'rule ' || n, 1,
      '[{"name": "yard", "area": {"shape": "circle", "centre": [121.5, 31], "radius": 5000}}]', true, true, (select min(id) from operator)
    from generate_series(1, ${Math.max(2, cards / 100)}) n;
  insert into regional_rule_card (rule_id, card_id) select r.id, c.id
    from (select id, row_number() over (order by id) - 1 as nth from ic_card) c
      join (select id, row_number() over (order by id) as nth from regional_rule) r on r.nth = 1 + c.nth / 100;
  insert into lock_sync (device_id, org_id, state, cause, confined, told, told_time, synced, drift)
    select d.id, d.org_id, case when nth % 50 = 0 then 'drift' else 'synced' end, case when nth % 50 = 0 then 'otherCards' end, true,
      ${held}, now(), ${held}, case when nth % 50 = 0 then 1 else 0 end
    from (select id, org_id, row_number() over (order by id) as nth from device) d;
  insert into lock_card (device_id, number, rule_id, wanted)
    select d.id, c.ic_no, x.rule_id, true
    from (select id, row_number() over (order by id) as nth from device) d
      join lateral (select 0 as at union all select (d.nth * 7919 + n) % (${cards} - 1) + 1 from generate_series(1, ${held - 1}) n) a on true
      join (select id, ic_no, row_number() over (order by id) - 1 as at from ic_card) c on c.at = a.at
      join regional_rule_card x on x.card_id = c.id on conflict do nothing;
  insert into device_card (device_id, org_id, number, known, time, command_id)
    select k.device_id, y.org_id, k.number, 'told', now(), 0 from lock_card k join lock_sync y on y.device_id = k.device_id;
  insert into lock_area (device_id, number, rule_id, name, points, wanted, confirmed)
    select device_id, 1, (select min(id) from regional_rule), 'yard',
      '[[121.45, 30.96], [121.55, 30.96], [121.55, 31.04], [121.45, 31.04]]', true, true from lock_sync;
  delete from lock_sync_due;
  insert into lock_event (device_id, org_id, device_time, receive_time, at, serial, hash, code, lst, lso, ls_before, ls_after, fault,
      replay, quality, authenticated, rang, actor)
    select d.id, d.org_id, t.at, t.at, t.at, n % 60000, n, 'bench', 1, 5, 2, 0, 0, false, 'direct', true, '{}',
      lpad((70000001 + (d.nth * 7919 + n) % ${cards})::text, 10, '0')
    from (select id, org_id, row_number() over (order by id) as nth from device) d, generate_series(1, ${openings}) n,
      lateral (select now() - interval '180 days' * (1 - n / ${openings}.0) as at) t;
  analyze`;

/** Which card opens which lock: the page of the matrix, its totals, a card and a lock, as whoever sees all of them reads them. */
export const measureCards = async (_: Options): Promise<void> => {
  for (const size of sizes) {
    const database = await openDatabase();
    try {
      await withProduct(database.url, async (product) => {
        await connected(database.url, async (db) => {
          for (const sql of fill(size).split(';')) await db.query(sql);
        });
        const client = await FetchClient.open(product.url);
        await client.login('admin', password);
        const figure = async (what: string, call: Call, input: (nth: number) => object) => {
          const times = new Latencies();
          for (let nth = 0; nth < tries; nth++) {
            tidy(nth);
            const from = performance.now();
            await client.ok(call, input(nth) as never);
            times.add(performance.now() - from);
          }
          show(what, `${ms(times.percentile(0.5))}, ${ms(times.percentile(0.99))}`);
        };
        const { locks, cards } = await client.ok(cardMatrix.list, { size: 50, card_size: 50 });
        const anyLock = (nth: number) => locks[nth % locks.length]!.device_id;
        const anyCard = (nth: number) => cards[nth % cards.length]!.id;
        console.log(
          `\n${size.cards.toLocaleString('en')} cards, ${size.locks.toLocaleString('en')} locks that hold ${size.held} each; p50 and p99`,
        );
        const list = (what: string, input: (nth: number) => object) => figure(what, cardMatrix.list, input);
        await list('the first page', () => ({}));
        await list('any page', (nth) => ({
          page: 1 + ((nth * 7) % (size.locks / 20)),
          card_page: 1 + ((nth * 13) % (size.cards / 10)),
        }));
        await list('by a whole number of a lock', (nth) => ({ keyword: locks[nth]!.sn }));
        await list('by part of the name of a card', (nth) => ({ keyword: `card ${10 + nth}` }));
        await list('by what nobody has', () => ({ keyword: 'zq' }));
        await list('of one card', (nth) => ({ card_id: anyCard(nth) }));
        await list('of one lock', (nth) => ({ device_id: anyLock(nth) }));
        await list('of one rule', () => ({ rule_id: 1 }));
        await list('in drift', () => ({ state: 'drift' }));
        await figure('totals', cardMatrix.totals, () => ({}));
        await figure('totals of one card', cardMatrix.totals, (nth) => ({ card_id: anyCard(nth) }));
        await figure('totals by what nobody has', cardMatrix.totals, () => ({ keyword: 'zq' }));
        await figure('totals in drift', cardMatrix.totals, () => ({ state: 'drift' }));
        await figure('a card', cardMatrix.card, (nth) => ({ id: anyCard(nth + 3) }));
        await figure('a card that all locks hold', cardMatrix.card, () => ({ id: 1 }));
        await figure('a lock', cardMatrix.lock, (nth) => ({ device_id: anyLock(nth) }));
      });
    } finally {
      await database.drop();
    }
  }
};
