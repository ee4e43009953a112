import type { RuleChange, regionalRules, ruleChanges } from '@plomb/contract/cards/rules';
import type { OutputOf } from '@plomb/contract/kit/call';
import { contains } from '../../platform/crud.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Ctx } from '../../platform/serve.ts';

/** Changes that are told at once. */
const MOST = 100;

export interface RuleVersion {
  id: number;
  since: string;
  until: string | null;
  changed_by: string;
  rule_name: string;
  enabled: boolean;
  areas: unknown;
  all_devices: boolean;
  device_ids: unknown;
  cards: { id: number; name: string; number: string }[];
  /** ids of those in the reader's sight */
  seen: number[];
  from_time: string | null;
  until_time: string | null;
  hours: unknown;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What changed from one version to the next; of the first, that it was written. */
export const changesOf = (before: RuleVersion | undefined, now: RuleVersion): (typeof ruleChanges)[number][] => {
  if (!before) return ['written'];
  const differs = (...columns: (keyof RuleVersion)[]) => columns.some((column) => !same(before[column], now[column]));
  return [
    ...(before.enabled === now.enabled ? [] : [now.enabled ? ('enabled' as const) : ('disabled' as const)]),
    ...(differs('rule_name') ? ['name' as const] : []),
    ...(differs('areas') ? ['areas' as const] : []),
    ...(same(idsOf(before), idsOf(now)) ? [] : ['cards' as const]),
    ...(differs('all_devices', 'device_ids') ? ['locks' as const] : []),
    ...(differs('from_time', 'until_time') ? ['period' as const] : []),
    ...(differs('hours') ? ['hours' as const] : []),
  ];
};
const idsOf = ({ cards }: RuleVersion): number[] => cards.map(({ id }) => id);
/** Cards of others are not named: that some came or went is told. */
const beyond = (some: RuleVersion, others: RuleVersion): string[] =>
  some.cards
    .filter(({ id }) => some.seen.includes(id) && !others.cards.some((other) => other.id === id))
    .map(({ name }) => name);

/** What a rule said when, and who made it say so; the newest first. It outlives the rule. */
export const historyOf = async (
  id: number,
  before: number | undefined,
  { client }: Ctx,
): Promise<{ rows: RuleChange[]; more: boolean }> => {
  const { rows } = await client.query<RuleVersion>(
    `select id, since, until, changed_by, rule_name, enabled, areas, all_devices, device_ids, cards, from_time, until_time, hours,
         array(select (c ->> 'id')::bigint from jsonb_array_elements(cards) c
           where (c ->> 'org_id')::bigint = any ((select plomb_orgs())::bigint[])) as seen
       from regional_rule_version where rule_id = $1 and ($2::bigint is null or id < $2) order by id desc limit ${MOST + 1}`,
    [id, before ?? null],
  );
  // each rule has a first one
  if (rows.length === 0 && before === undefined) throw new Refusal('notFound');
  const told = rows.slice(0, MOST).map((now, at) => {
    const before = rows[at + 1];
    const { id: change, since, until, changed_by, rule_name } = now;
    return {
      ...{ id: change, since, until, changed_by, rule_name },
      changes: changesOf(before, now),
      cards_come: before ? beyond(now, before) : [],
      cards_go: before ? beyond(before, now) : [],
    };
  });
  return { rows: told, more: rows.length > MOST };
};

/** Rules of which no version stands any more. */
export const deletedRules = async (
  { keyword, page, size }: { keyword?: string | undefined; page: number; size: number },
  { client }: Ctx,
): Promise<OutputOf<typeof regionalRules.deleted>> => {
  const gone = `(select distinct on (v.rule_id) v.rule_id as id, v.rule_name, v.org_id, v.until as deleted_time, v.changed_by
    from regional_rule_version v
    where not exists (select from regional_rule_version p where p.rule_id = v.rule_id and p.until is null)
    order by v.rule_id, v.id desc) g where $1 = '' or g.rule_name ilike $2`;
  const asked = [keyword ?? '', contains(keyword ?? '')];
  const { rows } = await client.query<OutputOf<typeof regionalRules.deleted>['rows'][number]>(
    `select g.id, g.rule_name, o.org_name, g.deleted_time, g.changed_by
       from (select g.* from ${gone} order by g.deleted_time desc, g.id desc limit ${size} offset ${(page - 1) * size}) g
         join organisation o on o.id = g.org_id order by g.deleted_time desc, g.id desc`,
    asked,
  );
  const all = await client.query<{ total: number }>(`select count(*)::int as total from ${gone}`, asked);
  return { rows, total: all.rows[0]!.total };
};

/** Whoever changes rules in this transaction is told with what they said. */
export const saidBy = ({ client, operator }: Pick<Ctx, 'client' | 'operator'>) =>
  client.query("select set_config('plomb.rule_by', $1, true)", [operator.operName]);
