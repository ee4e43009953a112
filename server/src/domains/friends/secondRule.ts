import type { authorisations, SecondSaid } from '@plomb/contract/friends/authorisations';
import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import type { Pool, PoolClient } from 'pg';

/** Whether it takes two, by the rule of whose devices they are, and of those above, and by who is to hold it. */
export const needsSecond = async (
  db: PoolClient,
  orgId: number,
  holderId: number,
  isPermanent: boolean,
): Promise<boolean> => {
  const { rows } = await db.query<{ permanent: boolean; others: boolean; isOther: boolean }>(
    `with recursive up as (
       select o.id, o.parent_id from organisation o join operator p on p.org_id = o.id where p.id = $2
       union all select o.id, o.parent_id from organisation o join up on o.id = up.parent_id)
     select permanent, others, not exists (select from up where up.id = $1) as "isOther" from second_authoriser($1)`,
    [orgId, holderId],
  );
  const { permanent, others, isOther } = rows[0]!;
  return (isPermanent && permanent) || (isOther && others);
};

type Rule = OutputOf<typeof authorisations.rule>;
type Said = Record<keyof Rule, SecondSaid>;
const booleans: Record<SecondSaid, boolean | null> = { inherit: null, on: true, off: false };
const saidIn = (column: string): string =>
  `case when ${column} is null then 'inherit' when ${column} then 'on' else 'off' end`;
/** A text of SQL over r (authorisation_rule). */
const saidSql = `${saidIn('r.second_permanent')} as second_permanent, ${saidIn('r.second_others')} as second_others`;

/** What the own organisation says, what those above it do, and what holds. */
export const ruleOf = async (db: Pool, orgId: number): Promise<Rule> => {
  const { rows } = await db.query<Said & Record<'permanent' | 'others' | 'permanent_above' | 'others_above', boolean>>(
    `select ${saidSql}, s.* from second_authoriser($1) s left join authorisation_rule r on r.org_id = $1`,
    [orgId],
  );
  const one = rows[0]!;
  return {
    second_permanent: { said: one.second_permanent, needed: one.permanent, bound: one.permanent_above },
    second_others: { said: one.second_others, needed: one.others, bound: one.others_above },
  };
};

/** What is not said stays as it is. */
export const setRule = async (
  db: PoolClient,
  orgId: number,
  { second_permanent, second_others }: InputOf<typeof authorisations.setRule>,
): Promise<{ before: Said; after: Said }> => {
  await db.query(
    'insert into authorisation_rule (org_id, second_permanent, second_others) values ($1, null, null) on conflict do nothing',
    [orgId],
  );
  const before = await db.query<Said>(`select ${saidSql} from authorisation_rule r where org_id = $1 for update`, [
    orgId,
  ]);
  const after = await db.query<Said>(
    `update authorisation_rule r set second_permanent = case when $2 then $3::boolean else second_permanent end,
       second_others = case when $4 then $5::boolean else second_others end where org_id = $1 returning ${saidSql}`,
    [
      ...[orgId, second_permanent !== undefined, booleans[second_permanent ?? 'inherit']],
      ...[second_others !== undefined, booleans[second_others ?? 'inherit']],
    ],
  );
  return { before: before.rows[0]!, after: after.rows[0]! };
};
