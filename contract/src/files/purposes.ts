import type { Permit } from '../kit/call.ts';
import { imagePurposes } from './images.ts';

/** What files are for, and who gets a link (`/file/link`) to one: holders of any of `shown` see the record it belongs to. */
export const filePurposes = {
  ...imagePurposes,
  /** a spreadsheet, as it was sent */
  import: { shown: ['import:list'] },
} as const satisfies Record<string, { shown: readonly Permit[] }>;
