import { calls } from '@plomb/contract/calls';
import type { Call } from '@plomb/contract/kit/call';
import { FetchClient } from '@plomb/server/testing/fetchClient';
import { Latencies } from '@plomb/simulator/latencies';
import { password } from './generate.ts';
import { type Cpu, cpuOf, cpuOfDatabase, ms, show, spent, tidy } from './machine.ts';
import type { Options } from './options.ts';
import { DAYS, fillSeals, LOCKED, PEOPLE, REPORTS, sizesOf, VEHICLES } from './sealsFill.ts';
import { connected, openKept, withProduct } from './stage.ts';

const LIMIT = 60;
const tries = 40;
/** Of forty the slowest is the 99th of a hundred: what was over once is asked so often. */
const MORE = 200;
/** What is that slow is asked no longer than this. */
const LONGEST = 10_000;
const DAY = 86_400_000;

type Figure = [what: string, call: Call, input: (nth: number) => object];

/** One moment for all: a time of 92 days is not a moment longer. */
const NOW = Date.now();
const ago = (days: number) => new Date(NOW - days * DAY).toISOString();
const last = (days: number, until = 0) => ({ from: ago(days + until), to: ago(until) });
/** At quarters of an hour, as days begin. */
const quarter = (days: number) => new Date(Math.floor(Date.parse(ago(days)) / 900_000) * 900_000).toISOString();
const nthOf = (nth: number, of: number) => 1 + Math.floor((of * (nth + 0.5)) / tries);
/** As names are made: of a person all there is are these. */
const personId = (nth: number) => 1001 + nthOf(nth, PEOPLE - 1);
const NOBODY = 'zqxj';

/** A list by its keyset: the newest, any page, the oldest, and by words that all, some and none of it have. */
const paged = (
  what: string,
  call: Call,
  count: number,
  words: { all: string; some: (nth: number) => string },
  more: object = {},
): Figure[] => [
  [`${what}: the newest`, call, () => more],
  [`${what}: any page`, call, (nth) => ({ ...more, before: nthOf(nth, count) })],
  [`${what}: the oldest page`, call, () => ({ ...more, before: 30 })],
  [`${what}: a word that all have`, call, () => ({ ...more, keyword: words.all })],
  [`${what}: a word that some have`, call, (nth) => ({ ...more, keyword: words.some(nth) })],
  [`${what}: a word that none has`, call, () => ({ ...more, keyword: NOBODY })],
  [`${what}: a word that none has, two letters`, call, () => ({ ...more, keyword: 'zq' })],
];
/** By the times a screen offers: a day, a month, and one long ago. */
const timed = (what: string, call: Call, more: object = {}): Figure[] => [
  [`${what}: of a day a year ago`, call, () => ({ ...more, ...last(1, 365) })],
  [`${what}: until the oldest day`, call, () => ({ ...more, to: ago(DAYS - 30) })],
];
const each = (what: string, call: Call, inputs: Record<string, object | ((nth: number) => object)>): Figure[] =>
  Object.entries(inputs).map(([name, input]) => [
    `${what}: ${name}`,
    call,
    typeof input === 'function' ? (input as (nth: number) => object) : () => input,
  ]);

const ofSeals = (seals: number): Figure[] => {
  const { qrSeals, qrOperations, handovers, labels, field, balances } = calls;
  const { batches, chips } = sizesOf(seals);
  const operations = batches * 32;
  const numbers = { all: 'B', some: (nth: number) => `B${nthOf(nth, batches * 10)}` };
  return [
    ...paged('seals', qrSeals.list, batches * 10, numbers),
    ...each('seals', qrSeals.list, {
      'of one series': (nth) => ({ series_id: nthOf(nth, Math.floor(batches / 50)) }),
      'those that are on': { state: 'sealed' },
      'spent ones': { state: 'spent' },
      'scrapped ones (none)': { state: 'scrapped' },
      'abnormal ones (none)': { abnormal: true },
      'of one holder': (nth) => ({ holder_id: personId(nth) }),
      'of one holder, blank (none)': (nth) => ({ holder_id: personId(nth), state: 'blank' }),
    }),
    ...each('seal', qrSeals.detail, { one: (nth) => ({ id: nthOf(nth, batches * 10) }) }),
    ...each('seal', qrSeals.hands, { 'who had it': (nth) => ({ id: nthOf(nth, batches * 10) }) }),
    ...each('series', qrSeals.series, { 'the newest': {}, 'a word that none has': { keyword: NOBODY } }),
    ...each('series of labels', labels.series, { 'the newest': {}, 'a word that none has': { keyword: NOBODY } }),
    ...each('runs of labels', labels.runs, { 'the newest': {} }),
    ...paged('hand-overs', handovers.list, 1500, { all: 'person', some: (nth) => `person ${nth}` }),
    ...timed('hand-overs', handovers.list),
    ...each('hand-overs', handovers.list, {
      'of one person': (nth) => ({ person_id: personId(nth) }),
      'those that wait (none)': { state: 'offered' },
    }),
    ...each('hand-over', handovers.detail, { one: (nth) => ({ id: 2 + nthOf(nth, 90) }) }),
    ...each('in hand', handovers.mine, { mine: { medium: 'qr' } }),
    ...each('handset', field.scan, {
      'a scan': (nth) => ({ medium: 'qr', read: `B${nthOf(nth, batches * 10)}` }),
      'a scan of a chip': (nth) => ({ medium: 'rfid', read: `${86_000_000_000_000 + nthOf(nth, chips)}` }),
      'a scan of what is unknown': { medium: 'qr', read: 'XXX 000' },
    }),
    ...paged('operations', qrOperations.list, operations, { all: 'person', some: (nth) => `person ${nth}` }),
    ...timed('operations', qrOperations.list),
    ...each('operations', qrOperations.list, {
      'by a number': (nth) => ({ keyword: `B${nthOf(nth, batches * 10)}` }),
      'of one seal': (nth) => ({ seal_id: nthOf(nth, batches * 8) }),
      'of one person': (nth) => ({ operator_id: personId(nth) }),
      refused: { outcome: 'refused' },
      'contradicting (none)': { outcome: 'contradicts' },
      unsealed: { operation: 2 },
      'scrapped (none)': { operation: 3 },
      'of one person, scrapped (none)': (nth) => ({ operator_id: personId(nth), operation: 3 }),
    }),
    ...each('operation', qrOperations.detail, { one: (nth) => ({ id: nthOf(nth, operations) }) }),
    ...each('balance', balances.list, {
      'of a month': (nth) => ({ from: quarter(40 + nth), to: quarter(10 + nth) }),
      'of all there is': { from: quarter(DAYS + 1), to: quarter(0) },
      'by a name': (nth) => ({ from: quarter(40), to: quarter(10), keyword: `person ${nth}` }),
    }),
    ...each('balance', balances.why, {
      'why of a month': (nth) => ({ from: quarter(40), to: quarter(10), holder_id: personId(nth) }),
    }),
  ];
};

const ofReaders = (seals: number): Figure[] => {
  const { rfidSeals, rfidRecords, rfidTasks, rfidField } = calls;
  const { chips, readings } = sizesOf(seals);
  const span = last(30);
  return [
    ...each('chips', rfidSeals.list, { 'the newest': {}, 'a word that none has': { keyword: NOBODY } }),
    ...paged('RFID records', rfidRecords.list, readings, { all: 'person', some: (nth) => `person ${nth}` }),
    ...timed('RFID records', rfidRecords.list),
    ...each('RFID records', rfidRecords.list, {
      failed: { good: false },
      'of one result': { result: 6 },
      'of a result that none has': { result: 5 },
      'of one action': { action: 'lock' },
      'of one cause': { cause: 'reader' },
      'of a cause that none has': { cause: 'other' },
      'of one reader': { reader: 'R-7' },
      'of a reader that is none': { reader: 'none' },
      'of one chip': (nth) => ({ seal_id: sizesOf(seals).batches * 10 + nthOf(nth, chips) }),
      'of one person': (nth) => ({ operator_id: personId(nth) }),
    }),
    ...each('RFID record', rfidRecords.detail, { one: (nth) => ({ id: nthOf(nth, readings) }) }),
    ...each('RFID', rfidRecords.statistics, { 'by result, 30 days': span, 'by result, 92 days': last(92) }),
    ...(['cause', 'lock', 'person'] as const).flatMap((by) =>
      each('RFID', rfidRecords.failures, {
        [`failures by ${by}, 30 days`]: { ...span, by },
        [`failures by ${by}, 92 days`]: { ...last(92), by },
      }),
    ),
    ...paged('RFID tasks', rfidTasks.list, chips * 10, { all: 'person', some: (nth) => `person ${nth}` }),
    ...each('RFID tasks', rfidTasks.list, {
      open: { state: 'open' },
      'cancelled (none)': { state: 'cancelled' },
      'of an action that none has': { action: 'reset' },
      'of one person': (nth) => ({ assignee_id: personId(nth) }),
    }),
    ...each('handset', rfidField.tasks, { 'tasks with chips': {} }),
  ];
};

const ofStatistics = (): Figure[] => {
  const { sealStatistics, sealFigures } = calls;
  return [
    ...[14, 92].flatMap((days) =>
      each(`statistics, ${days} days`, sealStatistics.list, {
        all: last(days),
        'of QR': { ...last(days), source: 'qr' },
        'of one person': (nth) => ({ ...last(days), operator_id: personId(nth) }),
        'of a place': (nth) => ({ ...last(days), place: `${300 + nth},1200` }),
        'what went wrong': { ...last(days), wrong: true },
      }),
    ),
    ...each('statistics', sealStatistics.list, {
      'by the hour, 7 days': { ...last(7), span: 'hour' },
      '92 days a year ago': last(92, 365),
    }),
    ...[14, 92].flatMap((days) =>
      each(`rows behind, ${days} days`, sealStatistics.rows, {
        all: last(days),
        'what went wrong': { ...last(days), wrong: true },
        contradicting: { ...last(days), outcome: 'contradicts' },
        'of one person': (nth) => ({ ...last(days), operator_id: personId(nth) }),
        'of a place': { ...last(days), place: '305,1205' },
        'of a place that none has': { ...last(days), place: '1,1' },
        scrapped: { ...last(days), source: 'qr', what: 3 },
      }),
    ),
    ...(['journeys', 'patrols', 'openings'] as const).flatMap((view) =>
      [14, 92].flatMap((days) => [
        ...each(`${view}, ${days} days`, sealFigures.list, { numbers: { view, ...last(days) } }),
        ...each(`${view}, ${days} days`, sealFigures.rows, { rows: { view, ...last(days) } }),
      ]),
    ),
  ];
};

const ofBatches = (seals: number): Figure[] => {
  const { logisticsBatches, stepRecords, fieldTasks, journeys, vehicles, ledger } = calls;
  const { batches, ended } = sizesOf(seals);
  const { list, counts, detail, owners } = logisticsBatches;
  const steps = batches * 32;
  const plate = (nth: number) => `沪A ${nthOf(nth, VEHICLES)}`;
  return [
    ...each('batches', list, {
      'as it opens': {},
      'on the road': { tab: 'in_transit' },
      all: { tab: 'all' },
      'any page': (nth) => ({ tab: 'all', page: nthOf(nth, Math.min(500, Math.floor(batches / 20))) }),
      late: { tab: 'late' },
      gaps: { tab: 'gap' },
      breached: { tab: 'breached' },
      'to seal (none)': { tab: 'to_seal' },
      'done today': { tab: 'done_today' },
      'of one vehicle': (nth) => ({ tab: 'all', vehicle_id: nthOf(nth, VEHICLES) }),
      'by part of a plate': (nth) => ({ tab: 'all', keyword: plate(nth) }),
      'by a number of a seal': (nth) => ({ tab: 'all', keyword: `B${nthOf(nth, batches * 8)}` }),
      'a word that all have': { tab: 'all', keyword: 'carrier' },
      'a word that none has': { tab: 'all', keyword: NOBODY },
      'a word that none has, two letters': { tab: 'all', keyword: 'zq' },
      'of a day a year ago': { tab: 'all', ...last(1, 365) },
      'until the oldest day': { tab: 'all', to: ago(DAYS - 5) },
      'cancelled (none)': { tab: 'all', state: 'cancelled' },
    }),
    ...each('batches', counts, { 'how many of each': {} }),
    ...each('owners', owners, {
      all: {},
      'by a name': (nth) => ({ keyword: `person ${nth}` }),
      'a name that none has': { keyword: NOBODY },
    }),
    ...each('batches', list, { 'of one owner': (nth) => ({ tab: 'all', owner_id: personId(nth) }) }),
    ...each('batch', detail, { one: (nth) => ({ id: nthOf(nth, batches) }) }),
    ...paged('steps', stepRecords.list, steps, { all: 'person', some: (nth) => `person ${nth}` }),
    ...timed('steps', stepRecords.list),
    ...each('steps', stepRecords.list, {
      'by a number': (nth) => ({ keyword: `B${nthOf(nth, batches * 8)}` }),
      'by a plate': (nth) => ({ keyword: plate(nth) }),
      'of one batch': (nth) => ({ batch_id: nthOf(nth, batches) }),
      'of one person': (nth) => ({ operator_id: personId(nth) }),
      abnormal: { step: 5 },
      'forced ends (none)': { step: 4 },
    }),
    ...each('step', stepRecords.detail, { one: (nth) => ({ id: nthOf(nth, steps) }) }),
    ...each('handset', fieldTasks.tasks, { 'tasks of batches': {} }),
    ...each('journey', journeys.detail, {
      'one that ended': (nth) => ({ id: nthOf(nth, ended) }),
      'one on the road': (nth) => ({ id: ended + nthOf(nth, batches - ended - LOCKED) }),
      [`with ${REPORTS} reports of its lock`]: (nth) => ({ id: batches - 4 + (nth % 4) }),
      [`with four locks of ${REPORTS} reports`]: (nth) => ({ id: batches - 5 * (nth % 4) }),
    }),
    ...each('vehicles', vehicles.list, {
      'first page': {},
      'any page': (nth) => ({ page: nthOf(nth, 240) }),
      'a word that none has': { keyword: NOBODY },
      'by plate': { sort: 'plate' },
    }),
    ...each('ledger', ledger.list, {
      'the newest': {},
      'of seals': { group: 'seal' },
      'of batches and meters': { group: ['batch', 'meter'] },
      'of one person': (nth) => ({ operator_id: personId(nth) }),
      'of one person, what none did': (nth) => ({ operator_id: personId(nth), group: 'order' }),
      'of a month': (nth) => ({ from: ago(40 + 10 * nth), to: ago(10 + 10 * nth) }),
      'batches of a month': (nth) => ({ group: 'batch', from: ago(40 + 10 * nth), to: ago(10 + 10 * nth) }),
      'a word that none has': { keyword: NOBODY },
      'a word that all have': { keyword: 'person' },
      'a seal': (nth) => ({ keyword: `B${nthOf(nth, seals)}` }),
      'a plate': (nth) => ({ keyword: plate(nth) }),
    }),
  ];
};

const ofMeters = (seals: number): Figure[] => {
  const { meters, meterInspections, meterWorks, meterSeals, meterCalendar, meterTypes, exceptionTypes } = calls;
  const { meters: count, batches } = sizesOf(seals);
  const day = (days: number) => ago(days).slice(0, 10);
  return [
    ...each('meters', meters.list, {
      'first page': {},
      'any page': (nth) => ({ page: nthOf(nth, Math.floor(count / 20)) }),
      ...Object.fromEntries(
        ['meter_name', 'station', 'due_date', '-due_date', 'next_inspection', '-create_time'].map((sort) => [
          `by ${sort}`,
          { sort },
        ]),
      ),
      'by due_date, any page': (nth) => ({ sort: 'due_date', page: nthOf(nth, Math.floor(count / 20)) }),
      ...Object.fromEntries(['overdue', 'soon', 'valid', 'none'].map((due) => [`due: ${due}`, { due }])),
      'overdue by due_date': { due: 'overdue', sort: 'due_date' },
      sealed: { state: 'sealed' },
      patrolled: { state: 'patrol' },
      'scrapped (none)': { state: 'scrapped' },
      'of one type': { type_id: 3 },
      'of one who verifies': (nth) => ({ verifier_id: personId(nth) }),
      'of one who inspects': (nth) => ({ inspector_id: personId(nth) }),
      'by a name': (nth) => ({ keyword: `GZ-${nthOf(nth, count)}` }),
      'a word that all have': { keyword: 'GZ' },
      'a word that none has': { keyword: NOBODY },
      'a word that none has, two letters': { keyword: 'zq' },
    }),
    ...each('meter', meters.detail, { one: (nth) => ({ id: nthOf(nth, count) }) }),
    ...each('meter', meters.history, {
      history: (nth) => ({ id: nthOf(nth, count) }),
      'history of inspections': (nth) => ({ id: nthOf(nth, count), kind: 'inspection' }),
    }),
    ...each('meter', meters.seals, { 'seals it had': (nth) => ({ id: nthOf(nth, count) }) }),
    ...paged('inspections', meterInspections.list, count * 15, { all: 'person', some: (nth) => `person ${nth}` }),
    ...timed('inspections', meterInspections.list),
    ...each('inspections', meterInspections.list, {
      'by a meter': (nth) => ({ keyword: `GZ-${nthOf(nth, count)}` }),
      'by a station': (nth) => ({ keyword: `station ${nthOf(nth, count / 20)}` }),
      'of one meter': (nth) => ({ meter_id: nthOf(nth, count) }),
      intact: { result: 'intact' },
      open: { result: 'open' },
      settled: { result: 'settled' },
      'of one exception': { exception_type_id: 1 },
      'open of one exception': { exception_type_id: 2, result: 'open' },
    }),
    ...each('inspection', meterInspections.detail, { one: (nth) => ({ id: nthOf(nth, count * 15) }) }),
    ...paged('work orders', meterWorks.list, count / 5, { all: 'drifts', some: (nth) => `person ${nth}` }),
    ...each('work orders', meterWorks.list, {
      open: { state: 'open' },
      'repaired (none)': { state: 'repaired' },
      'of one person': (nth) => ({ assignee_id: personId(nth) }),
      'of one meter': (nth) => ({ meter_id: 5 * nthOf(nth, count / 5) }),
      'by its number': (nth) => ({ keyword: `WO-${nthOf(nth, count / 5)}` }),
    }),
    ...each('work order', meterWorks.detail, { one: (nth) => ({ id: nthOf(nth, count / 5) }) }),
    ...paged('seals of meters', meterSeals.list, batches * 34, { all: 'person', some: (nth) => `person ${nth}` }),
    ...timed('seals of meters', meterSeals.list),
    ...each('seals of meters', meterSeals.list, {
      'of one meter': (nth) => ({ meter_id: nthOf(nth, count) }),
      'unsealed (none)': { operation: 2 },
      'refused (none)': { outcome: 'refused' },
    }),
    ...each('calendar', meterCalendar.month, {
      'this month': { from: day(20), to: day(-20) },
      'a month of a year ago': { from: day(385), to: day(345) },
      'of one type': { from: day(20), to: day(-20), type_id: 3 },
    }),
    ...each('calendar', meterCalendar.day, {
      'a day': { day: day(-5) },
      'a day of one type': { day: day(-5), type_id: 3 },
    }),
    ...each('equipment types', meterTypes.list, { all: {} }),
    ...each('exception types', exceptionTypes.list, { all: {} }),
  ];
};

/**
 * Every list, detail, count and statistics of custody, as three read them: who sees all organisations, the big one's with the small one
 * below, and the small one's. What was filled stays in `--folder`, and is measured again; `--only` says which figures, by part of their words.
 */
export const measureSeals = async ({ seals, folder, explain, only }: Options): Promise<void> => {
  // nothing has to survive a crash while it is filled
  const quick = { wal_level: 'minimal', fsync: 'off', full_page_writes: 'off', max_wal_size: '16GB' };
  const fast = { ...quick, maintenance_work_mem: '1GB', work_mem: '512MB' };
  const filling = await openKept('plomb-seals', folder, fast);
  try {
    const there = await connected(filling.url, async (db) => {
      const { rows } = await db.query<{ has: boolean }>("select to_regclass('seal_movement') is not null as has");
      return rows[0]!.has;
    });
    const began = performance.now();
    if (!there) await fillSeals(filling.url, seals, console.log);
    if (!there) show('filled in', `${Math.round((performance.now() - began) / 1000)} s`);
  } finally {
    await filling.drop();
  }
  const slowly = { session_preload_libraries: 'auto_explain', 'auto_explain.log_min_duration': `${LIMIT / 2}` };
  const fully = {
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_buffers': 'on',
    'auto_explain.log_timing': 'off',
  };
  const database = await openKept('plomb-seals', folder, explain ? { ...slowly, ...fully } : {});
  if (explain) console.log(`plans of what takes longer than ${LIMIT / 2} ms are in ${database.dataDir}/postgres.log`);
  const all = [...ofSeals(seals), ...ofReaders(seals), ...ofStatistics(), ...ofBatches(seals), ...ofMeters(seals)];
  const figures = all.filter(([what]) => only === null || new RegExp(only).test(what));
  try {
    await withProduct(database.url, async (product) => {
      const rows = await connected(database.url, async (db) => {
        const { rows } = await db.query<{ n: number }>(
          "select reltuples::bigint as n from pg_class where oid = 'ledger'::regclass",
        );
        return rows[0]!.n;
      });
      console.log(
        `\n${seals.toLocaleString('en')} seals, ${Number(rows).toLocaleString('en')} rows of the ledger in ${DAYS} days; least, p50 and p99, processor of the product and the database a call, rows`,
      );
      await connected(database.url, async (db) => {
        const used = async (): Promise<Cpu[]> => [cpuOf(product.pid), await cpuOfDatabase(db)];
        for (const who of ['admin', 'branch', 'small']) {
          console.log(`\nas ${who}`);
          const client = await FetchClient.open(product.url);
          await client.login(who, password);
          const slow: string[] = [];
          for (const figure of figures) {
            const p99 = await take(client, figure, used);
            if (p99 > LIMIT) slow.push(figure[0]);
          }
          if (who === 'admin') {
            const isAsked = ([what]: Pack) => only === null || new RegExp(only).test(what);
            for (const pack of packsOf(seals).filter(isAsked)) await takePack(client, pack);
          }
          console.log(slow.length === 0 ? `all within ${LIMIT} ms` : `over ${LIMIT} ms: ${slow.join('; ')}`);
        }
      });
    });
  } finally {
    await database.drop();
  }
};

type Pack = [what: string, batch: number];
const packsOf = (seals: number): Pack[] => {
  const { batches, ended } = sizesOf(seals);
  return [
    ['pack: of a journey that ended', Math.floor(ended / 2)],
    [`pack: of one with four locks of ${REPORTS} reports`, batches],
  ];
};
/** An evidence pack from the press of the button until its file can be fetched, of three the longest. */
const PACK_LIMIT = 30_000;
const takePack = async (client: FetchClient, [what, batch]: Pack): Promise<void> => {
  const { make, packs } = calls.evidencePacks;
  let [longest, bytes] = [0, 0];
  for (let nth = 0; nth < 3; nth += 1) {
    const began = performance.now();
    const { id } = await client.ok(make, { id: batch, lang: 'en', time_zone: 'Asia/Shanghai' });
    for (;;) {
      const made = (await client.ok(packs, { id: batch })).rows.find((one) => one.id === id);
      if (made?.state === 'failed') throw new Error(`${what}: failed`);
      bytes = made?.bytes ?? 0;
      if (made?.file) break;
    }
    longest = Math.max(longest, performance.now() - began);
  }
  show(`${longest > PACK_LIMIT ? '! ' : '  '}${what}`, `${ms(longest)}, ${Math.round(bytes / 1024)} KB`);
};

const take = async (client: FetchClient, [what, call, input]: Figure, used: () => Promise<Cpu[]>): Promise<number> => {
  const times = new Latencies();
  let [least, rows, asked] = [Number.POSITIVE_INFINITY, 0, 0];
  const before = await used();
  const began = performance.now();
  const isDoubtful = () => times.percentile(0.99) > LIMIT && times.percentile(0.5) <= LIMIT;
  for (let nth = -3; nth < tries || (nth < MORE && isDoubtful()); nth += 1) {
    tidy(nth);
    const from = performance.now();
    const answer = (await (await client.post(call.path, input(Math.max(0, nth) % tries))).json()) as {
      verify: { sign: string };
      data?: { rows?: unknown[] };
    };
    const took = performance.now() - from;
    asked += 1;
    // what is of others is not found, in as long a time
    if (!['success', 'notFound'].includes(answer.verify.sign)) throw new Error(`${what}: ${JSON.stringify(answer)}`);
    // the first of a kind have plans to make
    if (nth < 0 && took < 1000) continue;
    times.add(took);
    least = Math.min(least, took);
    rows = Math.max(rows, answer.data?.rows?.length ?? 0);
    if (performance.now() - began > LONGEST) break;
  }
  const p99 = times.percentile(0.99);
  // of a machine that others use, times say how long these had it: what was worked does not
  const after = await used();
  const worked = before.map((one, nth) => spent(one, after[nth]!)).map(({ user, system }) => user + system);
  const figure = [least, times.percentile(0.5), p99, ...worked.map((s) => (s * 1000) / asked)]
    .map((one) => ms(one))
    .join(', ');
  show(`${p99 > LIMIT ? '! ' : '  '}${what}`, `${figure}; ${rows}`);
  return p99;
};
