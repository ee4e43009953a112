import { alarms } from '@plomb/contract/alarms/alarms';
import { type Browser, browsers, MOST_BROWSERS } from '@plomb/contract/personal/browsers';
import type { Pool } from 'pg';
import { hashOf, type SessionOperator } from '../../platform/access.ts';
import { urlHash, writeMessage } from '../../platform/messages/outbox.ts';
import { endpointSeal, pushKeysOf } from '../../platform/messages/push.ts';
import { wireTypeParsers } from '../../platform/postgres/pools.ts';
import { transaction } from '../../platform/postgres/transaction.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import type { Vault } from '../../platform/vault.ts';

/** A test is answered within a minute or not at all. */
const TEST_SECONDS = 60;
const REFUSES = 3;

const maySee = ({ grants }: SessionOperator): boolean => grants.has(alarms.list.permit);

/** A person's own browsers: nobody else reads or changes them, and requests cannot read where they are. */
export const browserRoutes = ({ platform, vault }: { platform: Pool; vault: Vault }): Served[] => {
  const { publicKey } = pushKeysOf(vault);
  const hash = (endpoint: string) => urlHash(vault, 'push', endpoint);
  return serve(browsers, {
    async list({ endpoint }, { operator }) {
      const { rows } = await platform.query<Browser>({
        text: `select p.id, p.user_agent, p.host, p.least, p.kinds, p.quiet_from, p.quiet_until, p.zone, p.create_time, p.seen_time,
             coalesce(p.endpoint_hash = $2, false) as current, p.refusals >= $3 as refuses,
             (select json_build_object('time', to_char(m.create_time at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'state', m.state, 'answer', m.answer)
                from message m where m.subscription_id = p.id order by m.id desc limit 1) as last
           from push_subscription p where p.operator_id = $1 order by current desc, p.seen_time desc, p.id`,
        values: [operator.id, endpoint === undefined ? null : hash(endpoint), REFUSES],
        types: wireTypeParsers,
      });
      return { key: publicKey, may: maySee(operator), rows };
    },

    async save({ endpoint, p256dh, auth, zone, least, kinds, quiet_from, quiet_until }, ctx) {
      const { operator, lang } = ctx;
      if (!maySee(operator)) throw new Refusal('browserNotReached');
      const isQuiet = quiet_from !== '' || quiet_until !== '';
      if (isQuiet && (quiet_from === '' || quiet_until === '' || quiet_from === quiet_until))
        throw fieldRefusal('quiet_until', 'mailboxQuiet');
      const { host } = new URL(endpoint);
      ctx.note(host);
      const sealed = vault.seal(...endpointSeal(operator.id), Buffer.from(JSON.stringify({ endpoint, p256dh, auth })));
      const id = await transaction(platform, async (client) => {
        const { rows } = await client.query<{ id: number }>(
          // a browser is one person's at a time: whoever sits there now has proved to hold it
          `insert into push_subscription as p (operator_id, session_id, endpoint_hash, endpoint, host, user_agent, lang, zone, least, kinds,
             quiet_from, quiet_until)
           select s.operator_id, s.id, $2, $3, $4, s.user_agent, $5, $6, $7, $8, $9, $10 from session s
            where s.token_hash = $1 and s.end_time is null
           on conflict (endpoint_hash) do update set operator_id = excluded.operator_id, session_id = excluded.session_id,
             endpoint = excluded.endpoint, user_agent = excluded.user_agent, lang = excluded.lang, zone = excluded.zone, least = excluded.least,
             kinds = excluded.kinds, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until, refusals = 0, seen_time = now()
           returning id`,
          [
            ...[hashOf(ctx.token), hash(endpoint), sealed, host, lang, zone, least, kinds],
            ...[quiet_from, quiet_until],
          ],
        );
        if (!rows[0]) throw new Refusal('sessionTimeOut');
        await client.query(
          `delete from push_subscription where id in (
             select id from push_subscription where operator_id = $1 order by seen_time desc, id desc offset $2)`,
          [operator.id, MOST_BROWSERS],
        );
        return rows[0].id;
      });
      return { id };
    },

    async remove({ id }, ctx) {
      const { rows } = await platform.query<{ host: string }>(
        'delete from push_subscription where id = $1 and operator_id = $2 returning host',
        [id, ctx.operator.id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      ctx.note(rows[0].host);
      return {};
    },

    async test({ id }, ctx) {
      const { operator } = ctx;
      const { rows } = await platform.query<{ host: string; endpoint_hash: Buffer }>(
        'select host, endpoint_hash from push_subscription where id = $1 and operator_id = $2',
        [id, operator.id],
      );
      const [one] = rows;
      if (!one) throw new Refusal('notFound');
      ctx.note(one.host);
      const recipient = `${operator.operName} · ${one.host}`;
      const browser = { id, personId: operator.id, endpoint_hash: one.endpoint_hash, recipient };
      await writeMessage(platform, vault, {
        ...{ channel: 'push', browser, orgId: operator.orgId, operator, purpose: 'test', seconds: TEST_SECONDS },
        ...{ subject: '', text: '', data: { test: true } },
      });
      return {};
    },

    async seen({ endpoint }, { operator, token, lang }) {
      const { rowCount } = await platform.query(
        `update push_subscription set seen_time = now(), lang = $3,
             session_id = (select s.id from session s where s.token_hash = $4 and s.end_time is null)
          where endpoint_hash = $1 and operator_id = $2`,
        [hash(endpoint), operator.id, lang, hashOf(token)],
      );
      return { known: rowCount === 1 };
    },
  });
};
