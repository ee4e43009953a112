import type { Lang } from '@plomb/contract/kit/text';
import { codePause } from '@plomb/contract/personal/verification';
import { session, strictPassword } from '@plomb/contract/session/session';
import { wall } from '@plomb/contract/session/wall';
import { addressKey } from '@plomb/gateway/addressKey';
import { speaks } from '../../people/contacts.ts';
import { claimTry, clearFailures, signInSubject } from '../../people/delay.ts';
import { operatorByLogin } from '../../people/operators.ts';
import type { PasswordKeys } from '../../people/passwordKeys.ts';
import type { Proofs } from '../../people/proofs.ts';
import type { SecondFactors } from '../../people/secondFactors.ts';
import { endBeyond, endOthers, whyEnded } from '../../people/sessions.ts';
import type { VerificationCodes } from '../../people/verificationCodes.ts';
import { hashOf, newToken } from '../../platform/access.ts';
import type { AddressLimit } from '../../platform/addressLimit.ts';
import { hashPassword, verifyPassword } from '../../platform/passwords.ts';
import { type Pools, wireTypeParsers } from '../../platform/postgres/pools.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';
import { menusOf, onWall, operOf, preferencesOf } from './queries.ts';

interface Deps {
  pools: Pools;
  factors: SecondFactors;
  codes: VerificationCodes;
  proofs: Proofs;
  keys: PasswordKeys;
  /** sign-ins of one address */
  limit: AddressLimit;
  /** and keys it asks for: anybody may, and each takes a while to be made */
  keyLimit: AddressLimit;
  /** what the page is called when the operator has given it no other title */
  title(lang: Lang): string;
  imageServerUrl: string;
  sessionSeconds(): number;
  /** how long the session of a wall lasts */
  wallDays(): number;
  /** live sessions one operator may have */
  sessionsOfOperator(): number;
  /** failures in a row that cost no waiting */
  freeTries(): number;
}

export const sessionRoutes = ({
  pools: { platform },
  factors,
  codes,
  proofs,
  keys,
  limit,
  keyLimit,
  title,
  imageServerUrl,
  sessionSeconds,
  wallDays,
  sessionsOfOperator,
  freeTries,
}: Deps): Served[] => {
  /** the key a session keeps as Admin-Key, in one text */
  const sessionKey = (): string => {
    const key = keys.issue(sessionSeconds());
    return `${key.keyId}.${key.publicKey}.${key.nonce}`;
  };

  /** Asks for a code, which is sent first where the person has it sent. Whoever is not reached has backup codes. */
  const question = async (operatorId: number, lang: Lang): Promise<Refusal> => {
    const to = await factors.addressOf(operatorId, 'second_factor');
    if (!to) return new Refusal('secondFactorNeeded');
    try {
      const sent = await codes.send(operatorId, 'signIn', to, lang);
      return Object.assign(new Refusal('codeSent', { ...sent }), { told: { ...sent } });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return Object.assign(new Refusal('codeNotSent'), { told: { recipient: '', seconds: codePause } });
    }
  };

  const sessions = serve(session, {
    key: async (_, ctx) => {
      await keyLimit.claim(ctx.address);
      return keys.issue();
    },

    ended: async ({ token }, ctx) => {
      await keyLimit.claim(ctx.address);
      return { why: await whyEnded(platform, token) };
    },

    login: async ({ username, password, code }, ctx) => {
      // what one address may try is bounded before anything of it is kept: not even the log is filled by it
      await limit.claim(ctx.address);
      ctx.claims(username);
      const typed = (await keys.open(session.login.path, password)).trim();
      const operator = await operatorByLogin(platform, username, ctx.address);
      if (operator) ctx.actAs({ id: operator.id, orgId: operator.org_id, operName: operator.oper_name });
      const subject = signInSubject(operator?.id ?? null, username, operator?.usual ? ctx.address : null);
      await claimTry(platform, subject, freeTries());
      const right = await verifyPassword(operator?.password_hash ?? null, typed, addressKey(ctx.address));
      if (!operator || !right) throw new Refusal('badLogin');
      // whoever knows the password guesses no more; codes have a count of their own
      await clearFailures(platform, subject);
      await limit.giveBack(ctx.address);
      // said only to somebody who knows the password
      if (operator.status !== 1) throw new Refusal('operatorDisabled');
      const asksCode = await factors.isOn(operator.id);
      if (asksCode && !code) throw await question(operator.id, ctx.lang);
      const spent = asksCode && code ? await proofs.code(operator.id, code) : {};
      const token = newToken();
      await platform.query(
        `insert into session (token_hash, operator_id, address, user_agent, confirm_time)
         values ($1, $2, $3, $4, now())`,
        [hashOf(token), operator.id, ctx.address, ctx.userAgent.slice(0, 300)],
      );
      await speaks(platform, operator.id, ctx.lang);
      await endBeyond(platform, operator.id, sessionsOfOperator());
      ctx.setToken(token);
      return {
        token,
        publicKey: sessionKey(),
        imageServerUrl,
        oper: operOf(operator),
        operHobbyConfigVo: await preferencesOf(platform, operator.id, title(ctx.lang)),
        ...spent,
      };
    },

    getAuth: async (_, ctx) => {
      const menus = await menusOf(ctx.client, ctx.operator.roleId);
      if (menus.length === 0) throw new Refusal('authEmptyData');
      const { setUp, wallUntil } = ctx.operator;
      const shown = wallUntil === null ? menus : onWall(menus);
      return {
        ...{ token: ctx.token, publicKey: sessionKey(), menus: shown },
        ...(setUp && { setUp }),
        ...(wallUntil !== null && { wall_until: wallUntil }),
      };
    },

    logout: async (_, ctx) => {
      await platform.query("update session set end_time = now(), end_reason = 'signedOut' where token_hash = $1", [
        hashOf(ctx.token),
      ]);
      ctx.setToken('');
      return {};
    },

    changePassword: async ({ oldPassword, newPassword }, ctx) => {
      const { path } = session.changePassword;
      const before = await keys.open(path, oldPassword);
      const after = await keys.open(path, newPassword);
      await proofs.password(ctx.operator.id, before, 'oldPassword');
      if (!strictPassword.test(after)) throw fieldRefusal('newPassword', 'passwordRule');
      if (after === before) throw new Refusal('samePassword');
      const hashed = await hashPassword(after);
      await platform.query(
        'update operator set password_hash = $2, password_time = now(), must_change = false where id = $1',
        [ctx.operator.id, hashed],
      );
      // whoever else sits in this account is out
      await endOthers(platform, ctx.operator.id, ctx.token, 'password');
      return {};
    },

    findPreferences: (_, ctx) => preferencesOf(platform, ctx.operator.id, title(ctx.lang)),

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

  const walls = serve(wall, {
    open: async (_, ctx) => {
      await proofs.fresh(ctx);
      const token = newToken();
      const { rows } = await platform.query<{ until: string }>({
        text: `with ended as (update session set end_time = now(), end_reason = 'signedOut' where token_hash = $2 and end_time is null
                 returning operator_id, address, user_agent)
               insert into session (token_hash, operator_id, address, user_agent, wall)
               select $1, operator_id, address, user_agent, true from ended
               returning create_time + make_interval(days => $3) as until`,
        values: [hashOf(token), hashOf(ctx.token), wallDays()],
        types: wireTypeParsers,
      });
      if (!rows[0]) throw new Refusal('sessionTimeOut');
      ctx.setToken(token);
      return { token, until: rows[0].until };
    },
  });
  return [...sessions, ...walls];
};
