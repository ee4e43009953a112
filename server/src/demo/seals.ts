import type { SealMedium } from '@plomb/contract/seals/number';
import { runningNumbers, sealKey } from '@plomb/contract/seals/number';
import { runsInWords } from '@plomb/contract/seals/runs';
import { SealOperation, type SealState } from '@plomb/contract/seals/sealSteps';
import type { ClientBase } from 'pg';
import { seedRfid } from './rfid.ts';

interface Kind {
  name: string;
  iso: 'I' | 'S' | 'H' | 'none';
  maker: string;
  certificate: string;
  reusable: boolean;
}
const kinds: readonly Kind[] = [
  { name: '集装箱螺栓封', iso: 'H', maker: '宁波铅封厂', certificate: 'CNAS-H-2291', reusable: false },
  { name: '油罐缆绳封', iso: 'S', maker: '浙江安封', certificate: 'CNAS-S-0417', reusable: false },
  { name: 'RFID 电子扣', iso: 'none', maker: '深圳芯封', certificate: '', reusable: true },
];

interface Series {
  medium: SealMedium;
  kind: number;
  prefix: string;
  count: number;
  holder: string;
}
const series: readonly Series[] = [
  { medium: 'qr', kind: 0, prefix: 'NB 4471', count: 300, holder: 'demo' },
  { medium: 'qr', kind: 1, prefix: 'ZS 0830', count: 120, holder: 'demo' },
  { medium: 'nfc', kind: 1, prefix: '2026-11 到货', count: 12, holder: 'demo' },
  { medium: 'rfid', kind: 2, prefix: '2026-11 到货', count: 8, holder: 'demo' },
];
/** As the chips of a delivery say them. */
const chips: Record<Exclude<SealMedium, 'qr'>, (at: number) => string> = {
  nfc: (at) => `04A2 24B1 9C${(0x40 + at).toString(16).toUpperCase()}`,
  rfid: (at) => `86041100${String(310_027 + at * 7).padStart(8, '0')}`,
};
const numberOf = ({ medium, prefix, count }: Series, at: number): string =>
  medium === 'qr' ? `${prefix} ${runningNumbers(1, count).at(at)}` : chips[medium](at);

interface Deed {
  operation: SealOperation;
  /** minutes ago */
  ago: number;
  refusal?: 'sealReuse' | 'duplicateNumber' | 'sealElsewhere';
  kind?: 'broken' | 'attacked';
  reason?: string;
  /** told so many minutes after it was done */
  late?: number;
  lon?: number;
  lat?: number;
}
const { seal, patrol, unseal, scrap, abnormal } = SealOperation;
const lives: { series: number; at: number; object: string; deeds: Deed[]; state: SealState; abnormal?: true }[] = [
  {
    ...{ series: 0, at: 2, object: '浙B·3F911 左门', state: 'scrapped' },
    deeds: [
      { operation: seal, ago: 1580 },
      { operation: patrol, ago: 1490, late: 11, lon: 121.31, lat: 30.02 },
      { operation: seal, ago: 1420, refusal: 'duplicateNumber', lon: 121.12, lat: 30.17 },
      { operation: unseal, ago: 1330, lon: 120.35, lat: 30.31 },
      { operation: scrap, ago: 1290, reason: '两半均已清点，袋号 SC-1120-03', lon: 120.35, lat: 30.31 },
      { operation: seal, ago: 940, refusal: 'sealReuse', lon: 120.36, lat: 30.3 },
    ],
  },
  {
    ...{ series: 0, at: 3, object: '浙B·3F911 右门', state: 'sealed' },
    deeds: [
      { operation: seal, ago: 190 },
      { operation: patrol, ago: 95, lon: 121.31, lat: 30.02 },
      { operation: seal, ago: 22, refusal: 'duplicateNumber', lon: 120.35, lat: 30.31 },
    ],
  },
  {
    ...{ series: 0, at: 4, object: '浙L·20816 卸料阀', state: 'sealed', abnormal: true },
    deeds: [
      { operation: seal, ago: 320 },
      { operation: abnormal, ago: 74, kind: 'attacked', reason: '封体有钳痕，已通知值班', lon: 121.02, lat: 30.11 },
    ],
  },
  {
    ...{ series: 1, at: 0, object: '浙L·20833 人孔盖', state: 'spent' },
    deeds: [
      { operation: seal, ago: 2100 },
      { operation: patrol, ago: 1950, refusal: 'sealElsewhere', lon: 120.6, lat: 30.7 },
      { operation: unseal, ago: 1700, lon: 121.8, lat: 30.9 },
    ],
  },
  { series: 2, at: 0, object: '加油机 3 号 主板盖', state: 'sealed', deeds: [{ operation: seal, ago: 6200 }] },
  {
    ...{ series: 3, at: 0, object: '沪A·6K112 后门', state: 'blank' },
    deeds: [
      { operation: seal, ago: 700 },
      { operation: unseal, ago: 260, lon: 121.25, lat: 31.23 },
    ],
  },
];

/** Labels that were printed, and one that was printed again. */
const prints = [
  { of: 0, from: 0, to: 299, ago: 40_000, reason: '' },
  { of: 1, from: 0, to: 119, ago: 39_000, reason: '' },
  { of: 1, from: 17, to: 17, ago: 20_000, reason: '刮花读不出，首份已作废' },
];

const after = (operation: SealOperation, reusable: boolean): SealState => {
  if (operation === unseal) return reusable ? 'blank' : 'spent';
  return operation === scrap ? 'scrapped' : 'sealed';
};

/** Where a seal of the demonstration is applied: a terminal of the port. */
const PORT = { lon: 121.86, lat: 29.93 };

/** Kinds, series and lives of lead seals, some of them wrong. */
export const seedSeals = async (db: ClientBase, org: number): Promise<void> => {
  const kindIds: number[] = [];
  for (const { name, iso, maker, certificate, reusable } of kinds) {
    const { rows } = await db.query<{ id: number }>(
      `insert into seal_kind (org_id, kind_name, iso_class, maker, certificate, reusable, create_time)
       values ($1, $2, $3, $4, $5, $6, now() - interval '40 days') returning id`,
      [org, name, iso, maker, certificate, reusable],
    );
    kindIds.push(rows[0]!.id);
  }
  const { rows: people } = await db.query<{ id: number; oper_name: string }>(
    "select id, oper_name from operator where login_name = 'demo'",
  );
  const guard = people[0]!;
  for (const one of series) {
    const numbers = Array.from({ length: one.count }, (_, at) => numberOf(one, at));
    await db.query(
      `with made as (insert into seal_series (org_id, medium, prefix, first, count, kind_id, operator_id, oper_name, create_time)
         values ($1, $2, $3, $4, $5, $6, $7, $8, now() - interval '30 days') returning id)
       insert into seal (org_id, series_id, medium, number, key, holder_id, holder_name, create_time)
       select $1, made.id, $2, n, k, $7, $8, now() - interval '30 days' from made, unnest($9::text[], $10::text[]) u(n, k)`,
      [
        ...[org, one.medium, one.prefix, one.medium === 'qr' ? 1 : null, one.count, kindIds[one.kind]],
        ...[guard.id, guard.oper_name, numbers, numbers.map(sealKey)],
      ],
    );
  }
  const told = lives.flatMap(({ deeds, ...life }) => deeds.map((deed) => ({ ...life, ...deed })));
  // in the order in which they were told
  told.sort((a, b) => b.ago - (b.late ?? 0) - (a.ago - (a.late ?? 0)));
  for (const [nth, deed] of told.entries()) {
    const { operation, ago, refusal, kind, reason = '', late = 0, lon = PORT.lon, lat = PORT.lat } = deed;
    const { medium, kind: ofKind } = series[deed.series]!;
    await db.query(
      `insert into seal_operation (org_id, seal_id, medium, number, operation, outcome, refusal, alarm, from_state, to_state, to_abnormal, at,
           device_time, create_time, counter, late, operator_id, oper_name, org_name, idempotency_key, asked, object, abnormal_kind,
           reason, lat, lon, accuracy)
         select s.org_id, s.id, $1, $2::text, $3::smallint, case when $4::text is null then 'done' else 'refused' end, $4,
           case $4 when 'sealReuse' then 'seal_reuse' when 'duplicateNumber' then 'duplicate_number' end, null, $5, $6, t.at, t.at,
           t.at + make_interval(mins => $7), $8, $7 > 5, $9, $10, o.org_name, 'demonstration ' || $8::bigint, '', $11,
           $12, $13, $14, $15, 6
         from seal s join organisation o on o.id = s.org_id, (values (now() - make_interval(mins => $16))) t(at)
         where s.medium = $1 and s.key = $17`,
      [
        ...[
          medium,
          numberOf(series[deed.series]!, deed.at),
          operation,
          refusal ?? null,
          after(operation, kinds[ofKind]!.reusable),
        ],
        ...[operation === abnormal, late, nth + 1, guard.id, guard.oper_name, deed.object],
        ...[kind ?? null, reason, lat, lon, ago, sealKey(numberOf(series[deed.series]!, deed.at))],
      ],
    );
  }
  // what was refused a month ago somebody has looked into
  await db.query(
    `select ring_seal(id, 'warning') from seal_operation where alarm is not null and at > now() - interval '1 day' order by at`,
  );
  for (const { series: of, at, object, deeds, state, abnormal: isWrong = false } of lives) {
    const { medium } = series[of]!;
    const number = numberOf(series[of]!, at);
    const last = deeds.filter(({ refusal }) => !refusal).at(-1)!;
    const applied = deeds[0]!;
    const path: SealState[] =
      state === 'blank' || state === 'scrapped'
        ? ['sealed', state === 'blank' ? 'blank' : 'spent', state]
        : ['sealed', state];
    for (const next of path)
      await db.query(
        `update seal set state = $2, abnormal = $3, object = $4, lat = $5, lon = $6, last_time = now() - make_interval(mins => $7),
           told_time = now() - make_interval(mins => $7),
           seal_time = case when $2 = 'sealed' then now() - make_interval(mins => $8) end,
           holder_id = case when $2 in ('blank', 'spent') then $9::bigint end,
           holder_name = case when $2 in ('blank', 'spent') then $10 else '' end
         where medium = $11 and key = $1`,
        [
          ...[sealKey(number), next, isWrong && next === 'sealed', object, PORT.lat, PORT.lon, last.ago, applied.ago],
          ...[guard.id, guard.oper_name, medium],
        ],
      );
  }
  for (const { of, from, to, ago, reason } of prints)
    await db.query(
      `insert into seal_print (org_id, series_id, first_id, last_id, first_number, last_number, count, again, reason, operator_id, oper_name,
         create_time)
       select f.org_id, f.series_id, f.id, l.id, f.number, l.number, $3, case when $4 = '' then 0 else $3 end, $4, $5, $6,
         now() - make_interval(mins => $7)
       from seal f, seal l where f.medium = 'qr' and l.medium = 'qr' and f.key = $1 and l.key = $2`,
      [
        ...[sealKey(numberOf(series[of]!, from)), sealKey(numberOf(series[of]!, to)), to - from + 1, reason],
        ...[guard.id, guard.oper_name, ago],
      ],
    );
  await seedHandovers(db, org, guard);
  await seedRfid(db, org);
};

/** Hand-overs of a month between the guard and a colleague, to and fro; of one some numbers were not there. */
const handovers: {
  of: number;
  from: number;
  to: number;
  ago: number;
  back?: true;
  missing?: number;
  state: string;
  words?: string;
}[] = [
  { of: 0, from: 100, to: 159, ago: 9000, state: 'accepted', words: '清点无误' },
  { of: 1, from: 70, to: 89, ago: 2900, missing: 7, state: 'partly', words: '袋中只有 13 枚' },
  { of: 0, from: 150, to: 159, ago: 1500, back: true, state: 'accepted', words: '退回库房' },
  { of: 1, from: 90, to: 99, ago: 1400, state: 'declined', words: '类别不对，需要螺栓封' },
  { of: 0, from: 200, to: 219, ago: 80, state: 'offered' },
];
const seedHandovers = async (db: ClientBase, org: number, guard: { id: number; oper_name: string }): Promise<void> => {
  const { rows: found } = await db.query<{ id: number; oper_name: string }>(
    'select id, oper_name from operator where org_id = $1 and id <> $2 and status = 1 order by id limit 1',
    [org, guard.id],
  );
  const mate = found[0];
  if (!mate) return;
  for (const { of, from, to, ago, back, missing = 0, state, words = '' } of handovers) {
    const [giver, taker] = back ? [mate, guard] : [guard, mate];
    const one = series[of]!;
    const numbers = Array.from({ length: to - from + 1 }, (_, at) => numberOf(one, from + at));
    const there = state === 'accepted' || state === 'partly' ? numbers.slice(0, numbers.length - missing) : [];
    const { rows } = await db.query<{ id: number }>(
      `insert into seal_handover (org_id, to_org_id, medium, purpose, count, numbers, giver_id, giver_name, giver_org, taker_id, taker_name,
         taker_org, offer_time, state, received, missing, answer, answer_time)
       select $1, $1, $2, $3, $4, $5, $6, $7, org_name, $8, $9, org_name, now() - make_interval(mins => $10), $11, $12, $13, $14,
         case when $11 <> 'offered' then now() - make_interval(mins => $10 - 25) end
       from organisation where id = $1 returning id`,
      [
        ...[
          org,
          one.medium,
          back ? 'return' : 'issue',
          numbers.length,
          runsInWords(numbers),
          giver.id,
          giver.oper_name,
        ],
        ...[taker.id, taker.oper_name, ago, state, there.length, missing, words],
      ],
    );
    const { id } = rows[0]!;
    await db.query(
      `insert into seal_handover_item (handover_id, seal_id, org_id, to_org_id, number)
       select $1, s.id, $2, $2, s.number from seal s where s.medium = $3 and s.key = any($4)`,
      [id, org, one.medium, numbers.map(sealKey)],
    );
    if (state === 'offered') continue;
    if (state === 'declined') {
      await db.query("update seal_handover_item set outcome = 'kept' where handover_id = $1", [id]);
      continue;
    }
    await db.query("select hand_seals($1, $2, 'received')", [id, there]);
    await db.query("select hand_seals($1, $2, 'missing')", [id, numbers.slice(there.length)]);
  }
};
