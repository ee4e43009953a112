import type { Permit } from '../kit/call.ts';
import { imagePurposes } from './images.ts';

interface Purpose {
  shown: readonly Permit[];
  share?: number;
  pot?: string;
}

/**
 * What files are for, and who gets a link (`/file/link`) to one: holders of any of `shown` see the record it belongs to.
 * `share`: the part of what an organisation's files may have that those of this purpose take at most, together with those
 * of the same `pot`.
 */
export const filePurposes = {
  ...imagePurposes,
  /** a spreadsheet, as it was sent */
  import: { shown: ['import:list'], share: 0.5 }, // leaves room for pictures that are evidence
  /** one of IC cards: its numbers are for who may give them */
  import_card: { shown: ['map:add_cards'], share: 0.1 },
  /** a package of the handset app: of a published version anybody may have it, see domains/apps */
  app: { shown: ['appVersion:list'] },
  /** what a job wrote of records, by its kind, for whoever began it: only they are told which it is */
  export_locations: { shown: ['locationRecord:export'], share: 0.5, pot: 'records' },
  export_statuses: { shown: ['statusRecord:export'], share: 0.5, pot: 'records' },
  export_alerts: { shown: ['alertRecord:export'], share: 0.5, pot: 'records' },
  export_changes: { shown: ['changeRecord:export'], share: 0.5, pot: 'records' },
  /** an evidence pack, for whoever made it, as above */
  evidence: { shown: ['logisticsBatch:pack'], share: 0.5 },
  /** tiles of a base map: whoever sees such a map was told the path, see domains/basemaps */
  base_map: { shown: ['baseMap:list'] },
  /** of a lock; never sent to a browser but as an attachment */
  firmware: { shown: ['firmware:list'] },
} as const satisfies Record<string, Purpose>;
export type FilePurpose = keyof typeof filePurposes;

const known: Readonly<Record<string, Purpose | undefined>> = filePurposes;
/** Those of a purpose that nobody has declared are shown to nobody. */
export const shownTo = (purpose: string): readonly Permit[] => known[purpose]?.shown ?? [];

/** What part files of a purpose take at most, and of which purposes they are counted together. */
export const shareOf = (purpose: string): { share: number; among: readonly string[] } => {
  const { share = 1, pot } = known[purpose] ?? {};
  const among = pot === undefined ? [purpose] : Object.keys(known).filter((name) => known[name]?.pot === pot);
  return { share, among };
};
