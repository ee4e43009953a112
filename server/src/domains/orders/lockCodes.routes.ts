import type { InputOf, OutputOf } from '@plomb/contract/kit/call';
import type { Lang } from '@plomb/contract/kit/text';
import type { MessageChannel } from '@plomb/contract/messages/channels';
import { lockCodes, MOST_RECEIVERS } from '@plomb/contract/orders/lockCodes';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { frozenFrom } from '../../lock/frozen.ts';
import { inOrganisation, mayOperate, saidWithClause } from '../../lock/mayOperate.ts';
import { type Lock, locksById } from '../../lock/operating.ts';
import type { Contacts } from '../../people/contacts.ts';
import { matches } from '../../platform/crud.ts';
import { coveredAddress } from '../../platform/messages/address.ts';
import { momentIn } from '../../platform/messages/moment.ts';
import { writeMessage } from '../../platform/messages/outbox.ts';
import { kyselyOn } from '../../platform/postgres/kysely.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve, type Tables } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';
import { disclose } from './disclosure.ts';
import type { Passwords } from './passwords.ts';

interface Deps {
  platform: Pool;
  vault: Vault;
  contacts: Pick<Contacts, 'reached'>;
  passwords: Pick<Passwords, 'open'>;
  /** refuses when whoever is there has not proved afresh who it is */
  confirmed(ctx: Ctx): Promise<void>;
}

interface Code {
  lock: Pick<Lock, 'sn' | 'subject' | 'device_name'>;
  password: string;
  from: Date;
  until: Date;
  timeZone: string;
  place: { lon: number; lat: number } | null;
}
export const codeText = (lang: Lang, { lock, password, from, until, timeZone, place }: Code) => {
  const name = [lock.subject || lock.device_name, lock.sn].filter(Boolean).join(' ');
  const where = place ? `${place.lat.toFixed(5)}, ${place.lon.toFixed(5)}` : null;
  const [begins, ends] = [momentIn(lang, from, timeZone), momentIn(lang, until, timeZone)];
  return lang === 'zh'
    ? {
        subject: `开锁码：${name}`,
        text: `锁 ${name} 的开锁码：${password}。请于 ${begins} 至 ${ends} 之间使用，仅限开锁一次。${where ? `锁的位置（纬度, 经度）：${where}。` : ''}请勿转告他人。`,
      }
    : {
        subject: `Code of the lock ${name}`,
        text: `Code of the lock ${name}: ${password}. Use it from ${begins} until ${ends}, for one opening.${where ? ` Where the lock is (latitude, longitude): ${where}.` : ''} Pass it on to nobody.`,
      };
};

export const lockCodeRoutes = ({ platform, vault, contacts, passwords, confirmed }: Deps): Served[] =>
  serve(lockCodes, {
    receivers: async ({ keyword }, { operator }) => {
      const { sql: text, parameters } = sql`
        select p.id, p.oper_name, p.login_name, g.org_name, array_agg(c.channel order by c.channel) as channels
          from operator p join organisation g on g.id = p.org_id join contact c on c.operator_id = p.id
            join message_channel m on m.channel = c.channel and m.enabled
         where p.org_id = any(${operator.orgIds}) and p.status = 1 and organisation_enabled(p.org_id)
           and ${keyword ? matches(sql`concat_ws(' ', p.oper_name, p.login_name, g.org_name)`, keyword) : sql`true`}
         group by p.id, g.id order by p.oper_name, p.id limit ${MOST_RECEIVERS + 1}`.compile(
        kyselyOn<Tables>(platform),
      );
      const { rows } = await platform.query<{
        id: number;
        oper_name: string;
        login_name: string;
        org_name: string;
        channels: MessageChannel[];
      }>(text, [...parameters]);
      return { rows: rows.slice(0, MOST_RECEIVERS), more: rows.length > MOST_RECEIVERS };
    },

    send: async (input, ctx) => {
      const { client, operator } = ctx;
      const { channel, receiver_id, minutes, timeZone, reason } = input;
      ctx.concerns([input.device_id]);
      const [lock] = await locksById(client, [input.device_id]);
      if (!lock) throw new Refusal('notFound');
      const to = receiver_id === undefined ? null : await receiver(receiver_id, channel, ctx);
      const name = to?.name ?? input.name;
      const address = to?.address ?? input.address;
      const recipient = coveredAddress(channel, address);
      const said = `${lock.subject || lock.device_name} ${lock.sn} → ${name} ${recipient}: ${reason}`;
      ctx.note(said);
      await confirmed(ctx);
      const isCut = (time: number) => lock.frozen.some(({ from_time }) => Date.parse(from_time) === time);
      const earlier = await pressed(input, { name, recipient }, ctx);
      if (earlier) return { ...earlier, cut: isCut(Date.parse(earlier.until_time)) };
      const right = inOrganisation(operator.orgIds, lock.org_id);
      const verdict = mayOperate('unlockPassword', {
        ...{ right, grants: operator.grants, lock, underWay: null, at: lock.now, approved: false },
      });
      if (verdict.answer === 'refused') {
        ctx.note(saidWithClause({ zh: said, en: said }, verdict.clause));
        throw new Refusal(verdict.code, verdict.values);
      }
      const from = new Date();
      const begins = frozenFrom(lock.frozen, lock.now);
      const until = new Date(
        Math.min(from.getTime() + minutes * 60_000, begins === null ? Infinity : Date.parse(begins)),
      );
      const seconds = (until.getTime() - from.getTime()) / 1000;
      await disclose(ctx, passwords, lock, input, async (password) => {
        const messageId = await writeMessage(client, vault, {
          ...{ orgId: lock.org_id, operator, channel, address, purpose: 'lock_code', seconds },
          ...codeText(to?.lang ?? ctx.lang, {
            lock,
            password,
            from,
            until,
            timeZone,
            place: await placeOf(lock.id, ctx),
          }),
        });
        const { idempotency_key: idempotencyKey } = input;
        return { name, receiverId: receiver_id ?? null, recipient, channel, messageId, until, idempotencyKey };
      });
      return { recipient, until_time: until.toISOString(), cut: isCut(until.getTime()) };

      /** An operator in sight, at the address it has confirmed for this. */
      async function receiver(id: number, way: MessageChannel, { db }: Ctx) {
        const { rows } = await sql<{ oper_name: string }>`select oper_name from operator
          where id = ${id} and status = 1 and organisation_enabled(org_id)`.execute(db);
        if (!rows[0]) throw new Refusal('notFound');
        const [contact] = await contacts.reached([id], way);
        if (!contact) throw new Refusal('notReached');
        return { name: rows[0].oper_name, address: contact.address, lang: contact.lang };
      }
    },
  });

/** What the same press has sent already; null: nothing. Two at once take turns. */
const pressed = async (
  { idempotency_key, device_id, channel, reason }: InputOf<typeof lockCodes.send>,
  to: { name: string; recipient: string },
  { client, operator }: Ctx,
): Promise<Omit<OutputOf<typeof lockCodes.send>, 'cut'> | null> => {
  await client.query("select pg_advisory_xact_lock(hashtext('plomb lock code ' || $1), hashtext($2))", [
    operator.id,
    idempotency_key,
  ]);
  const { rows } = await client.query<{ same: boolean; until_time: Date }>(
    `select device_id = $3 and channel = $4 and reason = $5 and sent_name = $6 and recipient = $7 as same, until_time
       from password_disclosure where operator_id = $1 and idempotency_key = $2`,
    [operator.id, idempotency_key, device_id, channel, reason, to.name, to.recipient],
  );
  const [row] = rows;
  if (!row) return null;
  if (!row.same) throw new Refusal('keyReused');
  return { recipient: to.recipient, until_time: new Date(row.until_time).toISOString() };
};

/** Where a lock is, when that is of the last half hour. */
const placeOf = async (id: number, { client }: Ctx): Promise<{ lon: number; lat: number } | null> => {
  const { rows } = await client.query<{ lon: number; lat: number }>(
    `select lon, lat from lock_state where device_id = $1 and lon is not null and lat is not null
      and place_time > now() - interval '30 minutes'`,
    [id],
  );
  return rows[0] ?? null;
};
