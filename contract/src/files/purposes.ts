import type { Permit } from '../kit/call.ts';
import { imagePurposes } from './images.ts';

/**
 * What files are for, and who gets a link (`/file/link`) to one: holders of any of `shown` see the record it belongs to.
 * `share`: the part of what an organisation's files may have that those of this purpose take at most.
 */
export const filePurposes = {
  ...imagePurposes,
  /** a spreadsheet, as it was sent */
  import: { shown: ['import:list'], share: 0.5 }, // leaves room for pictures that are evidence
  /** one of IC cards: its numbers are for who may give them */
  import_card: { shown: ['map:add_cards'], share: 0.1 },
  /** a package of the handset app: of a published version anybody may have it, see domains/apps */
  app: { shown: ['appVersion:list'] },
  /** what a job wrote of records, for whoever began it: only they are told which it is */
  export: {
    shown: ['locationRecord:export', 'statusRecord:export', 'alertRecord:export', 'changeRecord:export'],
    share: 0.5,
  },
  /** an evidence pack, for whoever made it, as above */
  evidence: { shown: ['logisticsBatch:pack'], share: 0.5 },
  /** tiles of a base map: whoever sees such a map was told the path, see domains/basemaps */
  base_map: { shown: ['baseMap:list'] },
  /** of a lock; never sent to a browser but as an attachment */
  firmware: { shown: ['firmware:list'] },
} as const satisfies Record<string, { shown: readonly Permit[]; share?: number }>;
export type FilePurpose = keyof typeof filePurposes;

export const shareOf = (purpose: string): number =>
  (filePurposes as Record<string, { share?: number } | undefined>)[purpose]?.share ?? 1;
