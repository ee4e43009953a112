import type { AlarmRule, AlarmRuleChange } from '@plomb/contract/alarms/rules';
import { alarmRules, MOST_LESSER } from '@plomb/contract/alarms/rules';
import { alarmSeverity, isGuarding } from '@plomb/contract/alarms/severity';
import { inBoth, type Lang } from '@plomb/contract/kit/text';
import { type AlarmKind, alarmKinds } from '@plomb/contract/lock/codes';
import { seedWord } from '@plomb/contract/words';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';
import { lessThanAbove, ruleRefusal } from './rules.ts';

export interface RuleDeps {
  /** of the house, minutes: told again, and told further */
  escalation(): { again: number; further: number };
}

/** Changes of one rule that are told. */
const MOST = 100;

/** The organisation that is asked about, if the caller sees it. */
const orgOf = async ({ client, operator }: Ctx, asked: number | undefined): Promise<{ id: number; name: string }> => {
  const { rows } = await client.query<{ id: number; name: string }>(
    'select id, org_name as name from organisation where id = $1',
    [asked ?? operator.orgId],
  );
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
};

type Lesser = AlarmRule['lesser'][number];
interface Kept
  extends Omit<AlarmRule, 'from' | 'told' | 'told_further' | 'names' | 'names_further' | 'is_lesser' | 'lesser'> {
  org_id: number;
  told: number[];
  told_further: number[];
}

const nobodySaid = (kind: AlarmKind): AlarmRule => ({
  ...{ kind, is_on: true, severity: alarmSeverity[kind], schedule: null, again_minutes: null, further_minutes: null },
  ...{ told: [], told_further: [], names: 0, names_further: 0, reason: '', from: 'product', from_org_name: '' },
  ...{ is_lesser: false, lesser: [] },
});

type Rings = Pick<Kept, 'kind' | 'is_on' | 'severity' | 'schedule'>;

/** What holds above an organisation, whoever sees it. */
const aboveOf = async ({ client }: Ctx, org: number): Promise<Map<AlarmKind, Rings>> => {
  const { rows } = await client.query<Rings>(
    `select r.kind, r.is_on, r.severity, r.schedule from organisation o, unnest($2::text[]) k
       cross join lateral alarm_rule_of(o.parent_id, k) r where o.id = $1`,
    [org, alarmKinds],
  );
  return new Map(rows.map((row) => [row.kind, row]));
};

/** Organisations below one whose own rule has less of a kind than what holds for that one: it does not reach them. */
const lesserBelow = async (
  { client }: Ctx,
  org: number,
  rules: readonly Rings[],
): Promise<Map<AlarmKind, Lesser[]>> => {
  const { rows } = await client.query<Rings & Lesser>(
    `select r.kind, r.is_on, r.severity, r.schedule, g.id as org_id, g.org_name
       from alarm_rule r join organisation g on g.id = r.org_id
       where r.org_id <> $1 and $1 in (select orgs_above(r.org_id)) order by g.org_name, g.id`,
    [org],
  );
  const holds = new Map(rules.map((rule) => [rule.kind, rule]));
  const less = rows.filter((row) => {
    const rule = holds.get(row.kind);
    return rule && lessThanAbove(row, rule);
  });
  return new Map(
    [...Map.groupBy(less, ({ kind }) => kind)].map(([kind, all]) => [
      kind,
      all.slice(0, MOST_LESSER).map(({ org_id, org_name }) => ({ org_id, org_name })),
    ]),
  );
};

/** Whoever changes a rule in this transaction is told with what it said. */
const saidBy = ({ client, operator }: Ctx) =>
  client.query("select set_config('plomb.rule_by', $1, true)", [operator.operName]);

const called = (org: string, kind: AlarmKind, lang: Lang): string => `${seedWord('alarm_kind', kind)[lang]}, ${org}`;

export const alarmRuleRoutes = ({ escalation }: RuleDeps): Served[] =>
  serve(alarmRules, {
    list: async ({ org_id }, ctx) => {
      const { client } = ctx;
      const org = await orgOf(ctx, org_id);
      // the reason of a rule from above the caller's sight is not theirs to read
      const { rows } = await client.query<Kept>(
        `select r.kind, r.org_id, r.is_on, r.severity, r.schedule, r.again_minutes, r.further_minutes, r.told, r.told_further,
             case when g.id is null then '' else r.reason end as reason, coalesce(g.org_name, '') as from_org_name
           from unnest($2::text[]) k cross join lateral alarm_rule_of($1, k) r left join organisation g on g.id = r.org_id`,
        [org.id, alarmKinds],
      );
      const { rows: people } = await client.query<{ id: number; config_name: string }>(
        'select id, config_name from alarm_config where id = any($1) order by config_name, id',
        [rows.flatMap(({ told, told_further }) => [...told, ...told_further])],
      );
      const lesser = await lesserBelow(ctx, org.id, rows);
      const over = await aboveOf(ctx, org.id);
      const named = (ids: number[]) => people.filter(({ id }) => ids.includes(id));
      const kept = new Map(rows.map((row) => [row.kind, row]));
      return {
        org_id: org.id,
        org_name: org.name,
        rows: alarmKinds.map((kind): AlarmRule => {
          const rule = kept.get(kind);
          if (!rule) return { ...nobodySaid(kind), lesser: lesser.get(kind) ?? [] };
          const above = over.get(kind);
          const { org_id: by, told, told_further, ...says } = rule;
          return {
            ...says,
            ...{ told: named(told), told_further: named(told_further) },
            ...{ names: told.length, names_further: told_further.length, from: by === org.id ? 'own' : 'above' },
            ...{ is_lesser: by === org.id && above !== undefined && lessThanAbove(rule, above) !== null },
            lesser: lesser.get(kind) ?? [],
          };
        }),
        ...escalation(),
      };
    },

    options: async ({ org_id }, ctx) => {
      const org = await orgOf(ctx, org_id);
      const { rows: organizations } = await ctx.client.query<{
        id: number;
        org_name: string;
        parent_id: number | null;
      }>('select id, org_name, parent_id from organisation where status = 1 order by org_name, id');
      const { rows: recipients } = await ctx.client.query<{ id: number; config_name: string }>(
        'select id, config_name from alarm_config where org_id = $1 order by config_name, id',
        [org.id],
      );
      return { organizations, recipients };
    },

    history: async ({ org_id, kind }, ctx) => {
      const org = await orgOf(ctx, org_id);
      const { rows } = await ctx.client.query<AlarmRuleChange>(
        `select id, time, changed_by, case when said is not null then said - 'told' - 'told_further' || jsonb_build_object(
             'names', jsonb_array_length(said -> 'told'), 'names_further', jsonb_array_length(said -> 'told_further')) end as said
           from alarm_rule_change where org_id = $1 and kind = $2 order by id desc limit ${MOST}`,
        [org.id, kind],
      );
      return { rows };
    },

    set: async ({ org_id, ...rule }, ctx) => {
      const org = await orgOf(ctx, org_id);
      const { kind, severity, told, told_further, reason } = rule;
      const refused = ruleRefusal(rule, escalation());
      if (refused) throw fieldRefusal(refused.field, refused.error);
      const { rows: said } = await ctx.client.query<Pick<Kept, 'is_on' | 'severity' | 'schedule'>>(
        `select r.is_on, r.severity, r.schedule from organisation o cross join lateral alarm_rule_of(o.parent_id, $2) r
          where o.id = $1`,
        [ctx.operator.orgId, kind],
      );
      const less = said[0] && lessThanAbove(rule, said[0]);
      if (less) throw fieldRefusal(less.field, less.error);
      if (rule.schedule) {
        const { rows: zone } = await ctx.client.query<{ is: boolean }>('select is_time_zone($1) as is', [
          rule.schedule.time_zone,
        ]);
        if (!zone[0]?.is) throw fieldRefusal('schedule', 'timeZone');
      }
      const { rows: own } = await ctx.client.query<{ id: number }>(
        'select id from alarm_config where org_id = $1 and id = any($2)',
        [org.id, [...told, ...told_further]],
      );
      for (const [field, ids] of [
        ['told', told],
        ['told_further', told_further],
      ] as const)
        if (ids.some((id) => !own.some((one) => one.id === id))) throw fieldRefusal(field, 'alarmRuleTold');
      await saidBy(ctx);
      const columns = [
        'is_on',
        'severity',
        'schedule',
        'told',
        'told_further',
        'again_minutes',
        'further_minutes',
      ] as const;
      const { rows: before } = await ctx.client.query(
        `select ${columns.join(', ')}, reason from alarm_rule where org_id = $1 and kind = $2 for update`,
        [org.id, kind],
      );
      const now = { ...rule, told: [...new Set(told)], told_further: [...new Set(told_further)] };
      await ctx.client.query(
        `insert into alarm_rule (org_id, kind, ${columns.join(', ')}, reason)
         values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10)
         on conflict (org_id, kind) do update set ${[...columns, 'reason'].map((c) => `${c} = excluded.${c}`).join(', ')}`,
        [
          ...[
            org.id,
            kind,
            now.is_on,
            severity,
            now.schedule && JSON.stringify(now.schedule),
            now.told,
            now.told_further,
          ],
          ...[now.again_minutes, now.further_minutes, reason],
        ],
      );
      const { kind: _, ...after } = now;
      if (before[0]) ctx.changed(before[0], after);
      const lowered = isGuarding(kind) && severity !== 'critical';
      ctx.note(
        inBoth((lang) => {
          const warns = lang === 'zh' ? '【关系货物安全，已降级】' : 'LOWERED, though it guards goods: ';
          const says = rule.is_on
            ? seedWord('alarm_severity', severity)[lang]
            : lang === 'zh'
              ? '不响铃'
              : 'does not ring';
          return `${lowered ? warns : ''}${called(org.name, kind, lang)}: ${says}${reason && `, ${reason}`}`;
        }),
      );
      return {};
    },

    remove: async ({ org_id, kind }, ctx) => {
      const org = await orgOf(ctx, org_id);
      ctx.note(inBoth((lang) => called(org.name, kind, lang)));
      await saidBy(ctx);
      const { rowCount } = await ctx.client.query('delete from alarm_rule where org_id = $1 and kind = $2', [
        org.id,
        kind,
      ]);
      if (rowCount === 0) throw new Refusal('notFound');
      return {};
    },
  });
