import type { RuleChange, ruleChanges } from '@plomb/contract/cards/rules';
import type { Ctx } from '../../platform/serve.ts';

/** Changes of one rule that its page tells. */
const MOST = 100;

export interface RuleVersion {
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

/** What a rule said when, and who made it say so; the newest first. */
export const historyOf = async (id: number, { client }: Ctx): Promise<RuleChange[]> => {
  const { rows } = await client.query<RuleVersion>(
    `select since, until, changed_by, rule_name, enabled, areas, all_devices, device_ids, cards, from_time, until_time, hours,
         array(select (c ->> 'id')::bigint from jsonb_array_elements(cards) c
           where (c ->> 'org_id')::bigint = any ((select plomb_orgs())::bigint[])) as seen
       from regional_rule_version where rule_id = $1 order by id desc limit ${MOST + 1}`,
    [id],
  );
  return rows.slice(0, MOST).map((now, at) => {
    const before = rows[at + 1];
    const { since, until, changed_by, rule_name } = now;
    return {
      ...{ since, until, changed_by, rule_name },
      changes: changesOf(before, now),
      cards_come: before ? beyond(now, before) : [],
      cards_go: before ? beyond(before, now) : [],
    };
  });
};

/** Whoever changes rules in this transaction is told with what they said. */
export const saidBy = ({ client, operator }: Pick<Ctx, 'client' | 'operator'>) =>
  client.query("select set_config('plomb.rule_by', $1, true)", [operator.operName]);
