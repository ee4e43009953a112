import { MailAddress, Phone } from '@plomb/contract/kit/person';
import { inBoth } from '@plomb/contract/kit/text';
import { secondFactor } from '@plomb/contract/personal/secondFactor';
import type { Pool } from 'pg';
import { checkRole, targets } from '../../people/grants.ts';
import type { PasswordKeys } from '../../people/passwordKeys.ts';
import type { Proofs } from '../../people/proofs.ts';
import { roleById } from '../../people/roles.ts';
import type { SecondFactors } from '../../people/secondFactors.ts';
import { endOthers } from '../../people/sessions.ts';
import { shownSecret } from '../../people/totp.ts';
import type { VerificationCodes } from '../../people/verificationCodes.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Ctx, type Served, serve } from '../../platform/serve.ts';

interface Deps {
  platform: Pool;
  factors: SecondFactors;
  codes: VerificationCodes;
  proofs: Proofs;
  keys: PasswordKeys;
  /** what authenticator apps call this product */
  issuer: string;
}

/**
 * Whose sign-in somebody may make easier or harder: of roles that hold nothing beyond the caller's own. Nobody lays down
 * the own duty but who holds the root role, above which nobody is.
 */
const checkDuty = async (ctx: Ctx, roleId: number, required: boolean): Promise<void> => {
  const role = await roleById(ctx.client, roleId, ctx.operator.roleId);
  if (!role) throw new Refusal('notFound');
  const own = roleId === ctx.operator.roleId;
  if (role.locked === 'above' || (role.locked === 'root' && !own) || (role.locked === 'own' && !required))
    throw new Refusal('roleLocked');
  await checkRole(ctx, roleId);
};

export const secondFactorRoutes = ({ platform, factors, codes, proofs, keys, issuer }: Deps): Served[] => {
  const passwordAnd = async (path: string, { password, code }: { password: string; code: string }, ctx: Ctx) => {
    const typed = await keys.open(path, password);
    if (!(await factors.isOn(ctx.operator.id))) throw new Refusal('secondFactorOff');
    await proofs.password(ctx.operator.id, typed);
    await proofs.code(ctx.operator.id, code);
    await proofs.renew(ctx.token);
  };

  /** The password is asked for, and, where another one is on that is replaced, a code of that. An app is replaced by nothing. */
  const mayBegin = async (operatorId: number, path: string, typed: { password: string; code?: string | undefined }) => {
    const password = await keys.open(path, typed.password);
    const channel = await factors.channelOf(operatorId);
    if (channel === 'app') throw new Refusal('secondFactorOn');
    await proofs.password(operatorId, password);
    if (channel !== null && !typed.code) throw fieldRefusal('code', 'required');
    if (channel !== null && typed.code) await proofs.code(operatorId, typed.code);
  };

  return serve(secondFactor, {
    begin: async (input, { operator }) => {
      await mayBegin(operator.id, secondFactor.begin.path, input);
      return shownSecret(await factors.begin(operator.id), operator.loginName, issuer);
    },

    beginByMessage: async ({ channel, address, ...input }, { operator, lang }) => {
      const form = channel === 'mail' ? MailAddress : Phone;
      if (!form.safeParse(address).success) throw fieldRefusal('address', channel === 'mail' ? 'mailbox' : 'phone');
      const { rows } = await platform.query<{ allowed: boolean }>(
        'select r.second_factor_by_message as allowed from operator o join role r on r.id = o.role_id where o.id = $1',
        [operator.id],
      );
      if (!rows[0]?.allowed) throw new Refusal('factorByMessage');
      await mayBegin(operator.id, secondFactor.beginByMessage.path, input);
      const sent = await codes.send(operator.id, 'setUp', { channel, address }, lang);
      await factors.beginByMessage(operator.id, channel, address);
      return sent;
    },

    sendCode: async ({ set_up }, { operator, lang }) => {
      const purpose = set_up ? 'set_up' : 'second_factor';
      const to = await factors.addressOf(operator.id, purpose);
      if (!to) throw new Refusal(set_up ? 'secondFactorWrong' : 'secondFactorOff');
      return codes.send(operator.id, set_up ? 'setUp' : 'proof', to, lang);
    },

    confirm: async ({ code }, ctx) => {
      const { operator, token } = ctx;
      if ((await factors.channelOf(operator.id)) === 'app') throw new Refusal('secondFactorOn');
      if (!(await factors.confirm(operator.id, code, Date.now()))) throw new Refusal('secondFactorWrong');
      const codes = await factors.newCodes(operator.id);
      await proofs.renew(token);
      // sessions begun without it have not shown it
      await endOthers(platform, operator.id, token, 'secondFactor');
      return { codes };
    },

    newCodes: async (input, ctx) => {
      await passwordAnd(secondFactor.newCodes.path, input, ctx);
      return { codes: await factors.newCodes(ctx.operator.id) };
    },

    disable: async (input, ctx) => {
      const { operator, token } = ctx;
      const { rows } = await platform.query<{ required: boolean }>(
        'select r.second_factor_required as required from operator o join role r on r.id = o.role_id where o.id = $1',
        [operator.id],
      );
      if (rows[0]?.required) throw new Refusal('secondFactorRequired');
      await passwordAnd(secondFactor.disable.path, input, ctx);
      await factors.remove(operator.id);
      await endOthers(platform, operator.id, token, 'secondFactor');
      await platform.query('update api_key set revoke_time = now() where operator_id = $1 and revoke_time is null', [
        operator.id,
      ]);
      return {};
    },

    require: async ({ id, required }, ctx) => {
      await checkDuty(ctx, id, required);
      await proofs.fresh(ctx);
      const { rows } = await ctx.client.query<{ role_name: string }>(
        'update role set second_factor_required = $2 where id = $1 returning role_name',
        [id, required],
      );
      if (!rows[0]) throw new Refusal('notFound');
      const words = { zh: required ? '必须两步验证' : '不要求两步验证', en: required ? 'required' : 'not required' };
      const role = rows[0].role_name;
      ctx.note(inBoth((lang) => `${role}: ${words[lang]}`));
      return {};
    },

    allowMessages: async ({ id, allowed }, ctx) => {
      await checkDuty(ctx, id, !allowed);
      await proofs.fresh(ctx);
      const { rows } = await ctx.client.query<{ role_name: string }>(
        'update role set second_factor_by_message = $2 where id = $1 returning role_name',
        [id, allowed],
      );
      if (!rows[0]) throw new Refusal('notFound');
      const words = {
        zh: allowed ? '可用短信或邮件验证码' : '不可用短信或邮件验证码',
        en: allowed ? 'codes by mail and SMS allowed' : 'no codes by mail or SMS',
      };
      const role = rows[0].role_name;
      ctx.note(inBoth((lang) => `${role}: ${words[lang]}`));
      return {};
    },

    remove: async ({ id }, ctx) => {
      if (id === ctx.operator.id) throw new Refusal('ownAccount');
      const [who] = await targets(ctx, [id]);
      ctx.note(who?.login_name ?? '');
      await proofs.fresh(ctx);
      if (!(await factors.isOn(id))) throw new Refusal('secondFactorOff');
      await ctx.client.query("select end_sessions($1, 'secondFactor')", [[id]]);
      await ctx.client.query('update api_key set revoke_time = now() where operator_id = $1 and revoke_time is null', [
        id,
      ]);
      await factors.remove(id);
      return {};
    },

    prove: async ({ password, code }, { operator, token }) => {
      if (code) await proofs.code(operator.id, code);
      else if (password) await proofs.password(operator.id, await keys.open(secondFactor.prove.path, password));
      else throw fieldRefusal('code', 'required');
      await proofs.renew(token);
      return {};
    },
  });
};
