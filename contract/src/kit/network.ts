import { z } from 'zod';

const forms = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()];

/** An address or a network in CIDR notation. */
export const Network = z
  .string()
  .trim()
  .refine((text) => forms.some((form) => form.safeParse(text).success), { error: 'network' });
