import { apiKeys } from '@plomb/contract/personal/apiKeys';
import type { Proofs } from '../../people/proofs.ts';
import { hashOf } from '../../platform/access.ts';
import { newApiKey } from '../../platform/apiKeys.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { keyFault } from './rules.ts';

/** Live keys of one operator: more than anybody can keep apart. */
const MOST = 20;

interface OptionRow {
  id: number;
  sid: number | null;
  name_zh: string;
  name_en: string;
  buttons: { scope: string; btn_name: { zh: string; en: string } }[] | null;
}

export const apiKeyRoutes = (proofs: Proofs): Served[] =>
  serve(apiKeys, {
    list: async (_, { client, operator }) => {
      const { rows } = await client.query(
        `select id, key_name, hint, scope, physical, addresses, create_time, expire_time, use_time, use_address,
           case when revoke_time is not null then 'revoked' when expire_time <= now() then 'expired' else 'active' end as state
         from api_key where operator_id = $1 order by id desc`,
        [operator.id],
      );
      return { rows };
    },

    options: async (_, { client, operator }) => {
      const { rows } = await client.query<OptionRow>(
        `with recursive held as (
           select m.id, m.sid from menu m where exists (
             select from button b where b.menu_id = m.id and m.menu_code || ':' || b.btn_code = any ($1))
           union select m.id, m.sid from menu m join held h on m.id = h.sid)
         select m.id, m.sid, m.name_zh, m.name_en,
           (select json_agg(json_build_object('scope', m.menu_code || ':' || b.btn_code,
                     'btn_name', json_build_object('zh', b.name_zh, 'en', b.name_en)) order by b.id)
              from button b where b.menu_id = m.id and m.menu_code || ':' || b.btn_code = any ($1)) as buttons
         from held join menu m using (id) order by m.sort, m.id`,
        [[...operator.grants]],
      );
      return {
        menus: rows.map(({ id, sid, name_zh, name_en, buttons }) => ({
          id,
          sid,
          menu_name: { zh: name_zh, en: name_en },
          buttons: buttons ?? [],
        })),
      };
    },

    add: async (input, ctx) => {
      const { client, operator } = ctx;
      ctx.note(input.key_name);
      const fault = keyFault(input, operator.grants, Date.now());
      if (fault) throw fieldRefusal(fault.field, fault.error);
      await proofs.fresh(ctx);
      const key = newApiKey();
      const { rows } = await client.query<{ id: number }>(
        `insert into api_key (operator_id, key_name, key_hash, hint, scope, addresses, expire_time, physical)
         select $1, $2, $3, $4, $5, $6, $7, $9 where $8 > (
           select count(*) from api_key where operator_id = $1 and revoke_time is null and expire_time > now())
         returning id`,
        [
          operator.id,
          input.key_name,
          hashOf(key),
          key.slice(-4),
          [...new Set(input.scope)],
          input.addresses,
          input.expire_time,
          MOST,
          input.physical,
        ],
      );
      if (!rows[0]) throw new Refusal('tooManyKeys', { limit: MOST });
      return { id: rows[0].id, key };
    },

    revoke: async ({ id }, ctx) => {
      const { rows } = await ctx.client.query<{ key_name: string }>(
        `update api_key set revoke_time = now() where id = $1 and operator_id = $2 and revoke_time is null
         returning key_name`,
        [id, ctx.operator.id],
      );
      if (!rows[0]) throw new Refusal('notFound');
      ctx.note(rows[0].key_name);
      return {};
    },
  });
