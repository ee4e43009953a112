import { createHash, randomBytes } from 'node:crypto';
import type { ImportField, ImportType } from '@plomb/contract/imports/importFields';
import type { JobKind } from '@plomb/contract/jobs/jobs';
import { demoFleet } from '@plomb/simulator/demoFleet';
import type { ClientBase, PoolClient } from 'pg';
import { filePurposeOf, importKinds } from '../domains/imports/kinds.ts';

interface Sent {
  type: ImportType;
  name: string;
  /** the first row has the headings */
  rows: readonly (readonly string[])[];
  mapping: readonly (ImportField | null)[];
  /** null: its columns are not said yet */
  kind: JobKind | null;
}

const headings = ['锁号', '名称', '型号', '单位', '车牌', '备注'];
const mapping = ['sn', 'device_name', 'device_type', 'org_name', 'subject', null] as const;

/** A file by which a part of the fleet came, one that was just sent, and one of locks and one of cards that are tried and have something to mend. */
export const seedImports = async (db: ClientBase, org: number, seed: number): Promise<void> => {
  const fleet = demoFleet(seed);
  const lines = fleet.slice(0, 60).map((lock) => [lock.sn, lock.device_name, '', '', lock.subject, '']);
  const came = await seedFile(db, org, {
    type: 'device',
    name: '苏南联运_首批锁.csv',
    rows: [headings, ...lines],
    mapping,
    kind: 'import_run',
  });
  await db.query('update import set added = total where id = $1', [came]);

  await seedFile(db, org, {
    type: 'device',
    name: '苏南联运_新到锁.csv',
    rows: [
      headings,
      ['148055502001', '新到锁 1', 'G-300', '', '', '待检'],
      ['148055502002', '新到锁 2', 'G-300', '', '', ''],
    ],
    mapping,
    kind: null,
  });

  const there = fleet[0]!;
  const rows = [
    ['148055501001', '备用锁 201', 'G-300', '苏南联运 · 上海', '', '已贴标'],
    ['148055501002', '备用锁 202', 'G-300', '苏南联运 · 上海', '', '已贴标'],
    ['1480555010O3', '备用锁 203', 'G-300', '苏南联运 · 上海', '', '已贴标'],
    ['148055501004', '备用锁 204', 'G-30', '苏南联运 · 深圳', '', ''],
    ['148055501005', '备用锁 205', 'G-300', '苏南联运 · 广州', '', '返修件'],
    ['148055501002', '备用锁 206', 'G-300', '苏南联运 · 西安', '', ''],
    [there.sn, '备用锁 207', 'G-300', '', '', ''],
    ['1.48056E+11', '备用锁 208', 'G-300', '', '', ''],
    ['148055501009', '备用锁 209', 'G-300', '苏南联运 · 西安', '', ''],
  ];
  const tried = await seedFile(db, org, {
    type: 'device',
    name: '苏南联运_备用锁.csv',
    rows: [headings, ...rows],
    mapping,
    kind: 'import_check',
  });
  await importKinds.device.block(db as PoolClient, {
    importId: tried,
    plan: { mapping, org_id: org, device_type_id: null, manufacturer_id: null },
    rows: rows.map((cells, at) => ({ row: at + 2, cells, first: at === 5 ? 3 : null })),
    writes: false,
  });
  await seedCards(db, org);
};

const seedCards = async (db: ClientBase, org: number): Promise<void> => {
  const cardMapping = ['ic_no', 'ic_name', 'card_type', 'card_no', 'lat', 'lon', 'radius'] as const;
  const rows = [
    ['0086031901', '虹桥门岗', '单卡', 'A-21', '31.1979', '121.3363', '500'],
    ['0086031902', '外高桥班组', '组卡', 'B-03', '31.3512', '121.5830', '800'],
    ['0086031903', '临港仓库', '单卡', 'A-22', '30.9012', '', '300'],
    ['8603190O4', '昆山仓库', '单卡', 'A-23', '', '', ''],
    ['0086031905', '备用卡', '', 'A-24', '', '', ''],
  ];
  const tried = await seedFile(db, org, {
    type: 'card',
    name: '苏南联运_新卡.csv',
    rows: [['卡号', '卡名称', '卡类型', '卡面编号', '纬度', '经度', '半径'], ...rows],
    mapping: cardMapping,
    kind: 'import_check',
  });
  await importKinds.card.block(db as PoolClient, {
    importId: tried,
    plan: { mapping: cardMapping, org_id: org, device_type_id: null, manufacturer_id: null },
    rows: rows.map((cells, at) => ({ row: at + 2, cells, first: null })),
    writes: false,
  });
};

const seedFile = async (
  db: ClientBase,
  org: number,
  { type, name, rows, mapping: fields, kind }: Sent,
): Promise<number> => {
  const text = rows.map((cells) => cells.join(',')).join('\r\n');
  const bytes = Buffer.from(`\uFEFF${text}\r\n`);
  const columns = rows[0]!.map((heading, at) => {
    const filled = rows.slice(1).flatMap((cells) => cells[at] || []);
    return { heading, samples: [...new Set(filled)].slice(0, 3), filled: filled.length };
  });
  const { rows: made } = await db.query<{ id: number }>(
    `with who as (select id, oper_name from operator where login_name = 'demo'),
       c as (insert into file_content (sha256, bytes, inline) values ($2, $3, $4) returning sha256),
       f as (insert into file (id, org_id, operator_id, purpose, type, sha256, bytes)
         select $5, $1, who.id, $12, 'text/csv', c.sha256, $3 from c, who returning id)
     insert into import (org_id, goal_org_id, operator_id, oper_name, import_type, name, file, bytes, encoding, delimiter,
         total, columns, mapping, basis)
     select $1, $1, who.id, who.oper_name, $11, $6, f.id, $3, 'utf-8', ',', $7, $8, $9, $10 from f, who returning id`,
    [
      org,
      createHash('sha256').update(bytes).digest('hex'),
      bytes.length,
      bytes,
      randomBytes(18).toString('base64url'),
      name,
      rows.length - 1,
      JSON.stringify(columns),
      JSON.stringify(fields),
      JSON.stringify(fields.map((field) => field && 'name')),
      type,
      filePurposeOf[type],
    ],
  );
  const id = made[0]!.id;
  await db.query("insert into file_use (file_id, used_by) select file, 'import ' || id from import where id = $1", [
    id,
  ]);
  if (kind === null) return id;
  await db.query(
    `with j as (insert into job (org_id, operator_id, kind, subject, subject_id, state, done, total, start_time, end_time)
       select org_id, operator_id, $2, name, id, 'done', total, total, now(), now() from import where id = $1 returning id)
     update import set job_id = j.id from j where import.id = $1`,
    [id, kind],
  );
  return id;
};
