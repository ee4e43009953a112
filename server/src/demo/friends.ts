import type { ClientBase } from 'pg';

/** How people of another organisation stand to whoever tries the demonstration. */
export const friends = [
  { login: 'lin.tao', name: '林涛', is: 'friend' },
  { login: 'marta.k', name: 'Marta Kowalska', is: 'friend' },
  { login: 'he.yun', name: '何芸', is: 'applicant' },
  { login: 'gao.ming', name: '高明', is: 'declined' },
  { login: 'sun.lei', name: '孙磊', is: 'blocked' },
] as const;

const of = (is: (typeof friends)[number]['is']): string[] => friends.filter((f) => f.is === is).map((f) => f.login);

/** One application of a person to another, as it would have been sent `days` ago and settled a few hours later. */
const applied = async (
  db: ClientBase,
  [from, to]: readonly [string, string],
  { days, message, state = 'agreed' }: { days: number; message: string; state?: 'pending' | 'agreed' | 'declined' },
): Promise<void> => {
  await db.query(
    `insert into application (kind, applicant_id, applicant_name, applicant_login, applicant_org, addressee_id, addressee_name,
       addressee_login, addressee_org, typed, message, state, create_time, end_time)
     select 'friend', a.id, a.oper_name, a.login_name, g.org_name, b.id, b.oper_name, b.login_name, h.org_name, b.login_name, $3,
         $4, now() - make_interval(days => $5), case when $4 <> 'pending' then now() - make_interval(days => $5, hours => -5) end
       from operator a join organisation g on g.id = a.org_id, operator b join organisation h on h.id = b.org_id
      where a.login_name = $1 and b.login_name = $2`,
    [from, to, message, state, days],
  );
};

export const seedFriends = async (db: ClientBase): Promise<void> => {
  for (const login of of('friend'))
    await applied(db, ['demo', login], { days: 40, message: '太仓港的箱子由我们运输，便于联系' });
  for (const login of of('applicant'))
    await applied(db, [login, 'demo'], { days: 1, message: '我负责三号卡口的查验，方便时请通过', state: 'pending' });
  for (const login of of('declined'))
    await applied(db, ['demo', login], { days: 6, message: '上周在港口见过', state: 'declined' });
  await db.query(
    `insert into friendship (low_id, high_id, create_time)
       select least(a.id, b.id), greatest(a.id, b.id), now() - interval '40 days' + interval '5 hours'
         from operator a, operator b where a.login_name = 'demo' and b.login_name = any($1)`,
    [of('friend')],
  );
  await db.query(
    `insert into friend_block (operator_id, blocked_id, create_time) select a.id, b.id, now() - interval '12 days'
       from operator a, operator b where a.login_name = 'demo' and b.login_name = any($1)`,
    [of('blocked')],
  );
};
