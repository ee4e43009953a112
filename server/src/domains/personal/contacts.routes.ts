import { MailAddress, Phone } from '@plomb/contract/kit/person';
import { contacts } from '@plomb/contract/personal/contacts';
import type { Contacts } from '../../people/contacts.ts';
import type { Proofs } from '../../people/proofs.ts';
import { bareCode } from '../../people/totp.ts';
import type { VerificationCodes } from '../../people/verificationCodes.ts';
import { fieldRefusal, Refusal } from '../../platform/refusal.ts';
import { type Served, serve } from '../../platform/serve.ts';

interface Deps {
  contacts: Contacts;
  codes: Pick<VerificationCodes, 'send'>;
  proofs: Pick<Proofs, 'fresh'>;
}

/** Where a person is reached. Whoever sits down at a screen that was left open sends nothing elsewhere: it takes a fresh proof. */
export const contactRoutes = ({ contacts: kept, codes, proofs }: Deps): Served[] =>
  serve(contacts, {
    list: async (_, { operator }) => ({ rows: await kept.of(operator.id), ways: await kept.ways() }),

    begin: async ({ channel, address }, ctx) => {
      const form = channel === 'mail' ? MailAddress : Phone;
      if (!form.safeParse(address).success) throw fieldRefusal('address', channel === 'mail' ? 'mailbox' : 'phone');
      await proofs.fresh(ctx);
      const sent = await codes.send(ctx.operator.id, 'contact', { channel, address }, ctx.lang);
      await kept.begin(ctx.operator.id, channel, address);
      ctx.note(sent.recipient);
      return sent;
    },

    sendCode: async (_, { operator, lang }) => {
      const to = await kept.waiting(operator.id);
      if (!to) throw new Refusal('contactWrong');
      return codes.send(operator.id, 'contact', to, lang);
    },

    confirm: async ({ code }, ctx) => {
      const recipient = await kept.confirm(ctx.operator.id, bareCode(code), ctx.lang);
      if (recipient === null) throw new Refusal('contactWrong');
      ctx.note(recipient);
      return {};
    },

    remove: async ({ channel }, ctx) => {
      await proofs.fresh(ctx);
      const recipient = await kept.remove(ctx.operator.id, channel);
      if (recipient === null) throw new Refusal('notFound');
      ctx.note(recipient);
      return {};
    },
  });
