import { z } from 'zod';
import { Line } from './call.ts';

/** What one signs in with. */
export const LoginName = Line(64).min(1, { error: 'required' }).regex(/^\S+$/, { error: 'noSpaces' });

/** A telephone number as people write it, or nothing. */
export const Phone = z
  .string()
  .trim()
  .max(21, { error: 'phone' })
  .regex(/^(\+?\d[\d -]{3,18}\d)?$/, { error: 'phone' });

/** A password sealed for the call that carries it, see sealedPassword.ts. */
export const Sealed = z.string().max(2000);

/** Where a person reads mail. */
export const MailAddress = z
  .string()
  .trim()
  .max(254, { error: 'mailbox' })
  .pipe(z.email({ error: 'mailbox' }));
