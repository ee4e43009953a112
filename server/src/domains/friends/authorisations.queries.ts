import {
  type Authorisation,
  type AuthorisationRow,
  type AuthorisationTab,
  type AuthorisedDevice,
  authorisationTabs,
} from '@plomb/contract/friends/authorisations';
import type { Lang } from '@plomb/contract/kit/text';
import { LockStatus } from '@plomb/contract/lock/codes';
import { dictionarySeeds } from '@plomb/contract/words';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { dueTime } from '../../lock/authorisationDue.ts';
import { connection, fresh, held, wordTime } from '../../lock/state.ts';
import type { SessionOperator } from '../../platform/access.ts';
import { matches } from '../../platform/crud.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { wireTypeParsers } from '../../platform/postgres/pools.ts';
import type { Tables } from '../../platform/serve.ts';

export interface AuthorisationFilter {
  state?: string | undefined;
  direction?: string | undefined;
  tab?: AuthorisationTab | undefined;
  keyword?: string | undefined;
  before?: number | undefined;
  ids?: number[] | undefined;
}

/** Texts of SQL over a (authorisation). It was agreed to by all who had to. */
export const isAgreed = '(a.first_time is not null and (not a.needs_second or a.second_time is not null))';
/** It gives the right now. */
export const isInForce = `(a.state = 'active' and a.from_time <= now() and (a.until_time is null or a.until_time > now()))`;
const iso = (time: string): string => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const ends = dictionarySeeds.authorisation_end.items;
type Told = { end_cause: keyof typeof ends | null; end_by: string };
const whyOf = ({ end_cause, end_by }: Told, lang: Lang): string =>
  [end_cause && ends[end_cause][lang === 'zh' ? 0 : 1], end_by].filter(Boolean).join(lang === 'zh' ? '：' : ': ');

const decide = 'authorisation:decide';

/** How one stands to the reader, and by that in which tabs it is. */
const standing = ({ id: me, orgIds, grants, apiKey }: SessionOperator) => {
  const isMine = sql`coalesce(a.holder_id = ${me}, false)`;
  const isOwn = sql`coalesce(a.org_id = any(${orgIds}), false)`;
  const mayDecide = grants.has(decide) && apiKey === null;
  const decides = sql`${mayDecide} and ${isOwn} and not ${isMine} and (a.state = 'pending_first'
    or a.state = 'pending_second' and a.first_id is distinct from ${me})`;
  const tabs: Record<AuthorisationTab, RawBuilder<unknown>> = {
    decide: sql`(${decides})`,
    active: sql`a.state = 'active'`,
    mine: isMine,
    ended: sql`a.state not in ('pending_first', 'pending_second', 'active')`,
  };
  return { isSeen: sql`(a.holder_id = ${me} or a.org_id = any(${orgIds}))`, isMine, isOwn, decides, tabs };
};

/** How many there are of each tab. */
export const countAuthorisations = async (
  readers: Pool,
  reader: SessionOperator,
): Promise<Record<AuthorisationTab, number>> => {
  const { isSeen, tabs } = standing(reader);
  const counts = authorisationTabs.map((tab) => sql`count(*) filter (where ${tabs[tab]})::int as ${sql.ref(tab)}`);
  const { sql: text, parameters } = sql`select ${sql.join(counts)} from authorisation a where ${isSeen}`.compile(
    kyselyOn<Tables>(readers),
  );
  const { rows } = await readers.query<Record<AuthorisationTab, number>>(text, [...parameters]);
  return rows[0]!;
};

/** Those that the reader holds, and those of the organisations it sees; newest first. */
export const authorisationsOf = async (
  readers: Pool,
  f: AuthorisationFilter,
  reader: SessionOperator,
  lang: Lang,
  limit = 1,
): Promise<AuthorisationRow[]> => {
  const { isSeen, isMine, isOwn, decides, tabs } = standing(reader);
  const numbers = sql`case when ${isOwn} or ${sql.raw(isAgreed)} then array(select x.sn from authorisation_device x
    where x.authorisation_id = a.id order by x.sn) else a.asked end`;
  const { sql: text, parameters } = sql`
    select a.id, a.org_name, a.holder_name, a.holder_login, a.holder_org, a.orders, a.state,
      case when not ${sql.raw(isInForce)} then 'unauthorised' when a.until_time is null then 'permanent' else 'authorised' end as value,
      a.end_cause, a.end_by, a.max_uses, u.proved as used, u.open as uses_open, coalesce(jsonb_array_length(a.areas), 0) as areas, a.from_time, a.until_time, a.reason, cardinality(${numbers}) as devices,
      a.first_name, a.first_time, a.second_name, a.second_time, a.create_time, a.end_time,
      a.is_direct as direct, a.needs_second, ${sql.raw(dueTime)} as due_time, ${isMine} as mine, ${isOwn} as own,
      ${decides} as decides
    from authorisation a, authorisation_uses(a.id) u
    where ${isSeen}
      and ${f.before === undefined ? sql`true` : sql`a.id < ${f.before}`}
      and ${f.ids === undefined ? sql`true` : sql`a.id = any(${f.ids})`}
      and ${f.state === undefined ? sql`true` : sql`a.state = ${f.state}`}
      and ${f.tab === undefined ? sql`true` : tabs[f.tab]}
      and ${f.direction === undefined ? sql`true` : f.direction === 'mine' ? isMine : isOwn}
      and ${
        f.keyword
          ? matches(
              sql`concat_ws(' ', a.org_name, a.holder_name, a.holder_login, a.holder_org, array_to_string(${numbers}, ' '))`,
              f.keyword,
            )
          : sql`true`
      }
    order by a.id desc limit ${limit}`.compile(kyselyOn<Tables>(readers));
  const { rows } = await readers.query<Omit<AuthorisationRow, 'why'> & Told>({
    text,
    values: [...parameters],
    types: wireTypeParsers,
  });
  return rows.map(({ end_cause, end_by, ...row }) => ({ ...row, why: whyOf({ end_cause, end_by }, lang) }));
};

/**
 * The devices of one. Whoever holds it is shown their state as long as it gives the right, and before it was agreed to not
 * even which there are; whoever sees a device sees it by its own buttons.
 */
export const withDevices = async (
  readers: Pool,
  row: AuthorisationRow,
  { orgIds, grants }: SessionOperator,
): Promise<Authorisation> => {
  const asked = await readers.query<{
    asked: string[];
    agreed: boolean;
    waiting: number;
    area_list: Authorisation['area_list'];
  }>(
    `select asked, ${isAgreed} as agreed, coalesce(areas, '[]') as area_list,
       (select count(*)::int from command c where c.authorisation_id = a.id and c.state = 'queued') as waiting
       from authorisation a where id = $1`,
    [row.id],
  );
  const [{ asked: numbers, agreed, waiting, area_list } = { asked: [], agreed: false, waiting: 0, area_list: [] }] =
    asked.rows;
  const told = { ...row, asked: numbers, locks: [], waiting, area_list };
  // who applied is told what it typed; who is granted something nothing before it is agreed
  if (!row.own && !agreed) return row.direct ? { ...told, asked: [] } : told;
  const looks = grants.has('device:list') || grants.has('map:list');
  const { rows } = await readers.query<AuthorisedDevice>({
    text: `select x.device_id, x.sn, shown.names and d.org_id = any($2) as seen, x.end_time,
        case when shown.names then d.device_name else '' end as device_name, case when shown.names then d.subject else '' end as subject,
        case when shown.state then s.lock_status end as lock_status, shown.state and ${held} as held,
        shown.state and s.lock_status <> ${LockStatus.initial} and not ${fresh} as stale,
        case when shown.state then ${connection} end as connection, case when shown.state then ${wordTime} end as lock_time,
        case when shown.state then s.electric end as electric,
        (select jsonb_build_object('id', q.id, 'kind', q.kind, 'stage', q.stage, 'cause', q.cause, 'create_time', ${iso('q.create_time')})
           from command q where q.authorisation_id = x.authorisation_id and q.device_id = x.device_id order by q.id desc limit 1) as order
      from authorisation_device x join authorisation a on a.id = x.authorisation_id join device d on d.id = x.device_id
        join device_type t on t.id = d.device_type_id join lock_state s on s.device_id = d.id
        join device_connection c on c.device_id = d.id
        cross join lateral (select (d.org_id = any($2) or $4 and ${isInForce} and x.end_time is null) as names,
          (d.org_id = any($2) and $3 or $4 and ${isInForce} and x.end_time is null) as state) shown
      where x.authorisation_id = $1 order by x.sn`,
    values: [row.id, orgIds, looks, row.mine],
    types: wireTypeParsers,
  });
  return { ...told, locks: rows };
};
