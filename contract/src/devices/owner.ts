import { z } from 'zod';
import { Id, Line } from '../kit/call.ts';

/** Under which an entry of a catalogue is known outside of the product: letters, digits, `_` and `-`. */
export const CatalogueCode = Line(32)
  .min(1, { error: 'required' })
  .regex(/^[\w-]+$/, { error: 'code' });

/**
 * Whose a device type or a manufacturer is. Those of an organisation are used, and not changed, by all below it; the
 * root's are used by everybody.
 */
export const owner = {
  org_id: Id,
  /** empty when the owner is above the caller and out of sight */
  org_name: z.string(),
  /** an organisation above the caller owns it: it can be used, not changed */
  shared: z.boolean(),
};
/** The owner of a new one; without it the caller's own organisation. It stays with its owner. */
export const Owner = { org_id: Id.optional() };
