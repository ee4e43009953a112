import { z } from 'zod';
import { Id, Line, Time } from '../kit/call.ts';
import { resource } from '../kit/resource.ts';

/** How a mechanical seal resists. Source: ISO 17712, clause 5: indicative, security, high security. */
export const isoClasses = ['I', 'S', 'H', 'none'] as const;

const write = {
  kind_name: Line(60).min(1, { error: 'required' }),
  iso_class: z.enum(isoClasses),
  maker: Line(60),
  /** number of the certificate by which the maker's seals are of that class */
  certificate: Line(60),
  /** what was taken off can be applied again; without it a seal is spent then */
  reusable: z.boolean(),
};

/** Kinds of seals: seen in the organisation that has them and in those below it. */
export const sealKinds = resource({
  path: 'sealKind',
  menu: 'sealKind',
  title: { zh: '铅封类别', en: 'kind of seal' },
  row: { ...write, org_name: z.string(), seals: z.int(), create_time: Time },
  write,
  filter: { iso_class: z.enum(isoClasses).optional(), reusable: z.boolean().optional() },
  sort: ['kind_name', 'create_time'],
});

/** One of them, as a form offers it. */
export const SealKindChoice = z.object({
  id: Id,
  kind_name: z.string(),
  iso_class: z.enum(isoClasses),
  reusable: z.boolean(),
});
