import { session, strictPassword } from '@plomb/contract/session';
import { type Access, hashOf, newToken } from '../../platform/access.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import type { Pools } from '../../platform/postgres/pools.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { checkDelay, clearFailures, recordFailure } from './delay.ts';
import { issueKey, unseal } from './keys.ts';
import { menusOf, operatorById, operatorByLogin, operOf, preferencesOf } from './queries.ts';

interface Deps {
  pools: Pools;
  access: Access;
  title: string;
  imageServerUrl: string;
  sessionSeconds: number;
}

export const sessionRoutes = ({
  pools: { platform },
  access,
  title,
  imageServerUrl,
  sessionSeconds,
}: Deps): Served[] => {
  /** the key a session keeps as Admin-Key, in one text */
  const sessionKey = async (): Promise<string> => {
    const key = await issueKey(platform, sessionSeconds);
    return `${key.keyId}.${key.publicKey}.${key.nonce}`;
  };

  return serve(session, {
    key: () => issueKey(platform),

    login: async ({ username, password }, ctx) => {
      const typed = (await unseal(platform, session.login.path, password)).trim();
      await checkDelay(platform, username);
      const operator = await operatorByLogin(platform, username);
      if (operator) ctx.actAs({ id: operator.id, orgId: operator.org_id, operName: operator.oper_name });
      if (!(await verifyPassword(operator?.password_hash ?? null, typed)) || !operator) {
        await recordFailure(platform, username);
        throw new Refusal('badLogin');
      }
      // said only to somebody who knows the password
      if (operator.status !== 1) throw new Refusal('operatorDisabled');
      await clearFailures(platform, username);
      const token = newToken();
      await platform.query(
        'insert into session (token_hash, operator_id, address, user_agent) values ($1, $2, $3, $4)',
        [hashOf(token), operator.id, ctx.address, ctx.userAgent.slice(0, 300)],
      );
      ctx.setToken(token);
      return {
        token,
        publicKey: await sessionKey(),
        imageServerUrl,
        oper: operOf(operator),
        operHobbyConfigVo: await preferencesOf(platform, operator.id, title),
        ...(operator.must_change ? { mustChange: true as const } : {}),
      };
    },

    getAuth: async (_, ctx) => {
      const menus = await menusOf(ctx.client, ctx.operator.roleId);
      if (menus.length === 0) throw new Refusal('authEmptyData');
      return { token: ctx.token, publicKey: await sessionKey(), menus };
    },

    logout: async (_, ctx) => {
      await platform.query('update session set end_time = now() where token_hash = $1', [hashOf(ctx.token)]);
      ctx.afterCommit(() => access.forget(ctx.token));
      ctx.setToken('');
      return {};
    },

    changePassword: async ({ oldPassword, newPassword }, ctx) => {
      const { path } = session.changePassword;
      const before = await unseal(platform, path, oldPassword);
      const after = await unseal(platform, path, newPassword);
      const operator = await operatorById(platform, ctx.operator.id);
      if (!operator || !(await verifyPassword(operator.password_hash, before))) throw new Refusal('oldPassword');
      if (!strictPassword.test(after)) throw fieldRefusal('newPassword', 'passwordRule');
      if (after === before) throw new Refusal('samePassword');
      const hashed = await hashPassword(after);
      await platform.query(
        'update operator set password_hash = $2, password_time = now(), must_change = false where id = $1',
        [operator.id, hashed],
      );
      // whoever else sits in this account is out
      await platform.query(
        'update session set end_time = now() where operator_id = $1 and end_time is null and token_hash <> $2',
        [operator.id, hashOf(ctx.token)],
      );
      return {};
    },

    findPreferences: (_, ctx) => preferencesOf(platform, ctx.operator.id, title),

    updatePreferences: async (input, ctx) => {
      const { rowCount } = await ctx.client.query(
        `update hobby_config set map_type = $3, is_voice = $4, is_police_voice = $5, title = coalesce($6, title),
           map_level = coalesce($7, map_level), lat = coalesce($8, lat), lon = coalesce($9, lon)
         where id = $1 and operator_id = $2`,
        [
          input.id,
          ctx.operator.id,
          input.map_type,
          input.is_voice,
          input.is_police_voice,
          input.title ?? null,
          input.map_level ?? null,
          input.lat ?? null,
          input.lon ?? null,
        ],
      );
      if (rowCount === 0) throw new Refusal('notFound');
      return {};
    },
  });
};
