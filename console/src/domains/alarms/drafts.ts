import type { Alarm, alarmResults } from '@plomb/contract/alarms/alarms';
import { useMemo } from 'react';
import { create } from 'zustand';

/** What was typed about an alarm and not sent yet. */
export interface Draft {
  result: (typeof alarmResults)[number] | null;
  remark: string;
  photos: readonly string[];
  /** how often it had rung when that was begun: one that rang since is read again before it is sent; null: nothing is begun */
  hits: number | null;
}
export const blank: Draft = { result: null, remark: '', photos: [], hits: null };

/** By alarm, outside of the page: stepping to another case and back loses nothing. */
const useDrafts = create<{ drafts: ReadonlyMap<number, Draft> }>(() => ({ drafts: new Map() }));

export const useDraft = (id: number): Draft => useDrafts((s) => s.drafts.get(id) ?? blank);
export const draftOf = (id: number): Draft => useDrafts.getState().drafts.get(id) ?? blank;
export const draft = ({ id, hits }: Pick<Alarm, 'id' | 'hits'>, part: Partial<Draft>): void =>
  useDrafts.setState(({ drafts }) => ({
    drafts: new Map(drafts).set(id, { ...(drafts.get(id) ?? { ...blank, hits }), ...part }),
  }));
export const drop = (id: number): void =>
  useDrafts.setState(({ drafts }) => {
    const left = new Map(drafts);
    left.delete(id);
    return { drafts: left };
  });
/** It was sent, and only the answer was lost on the way: the alarm ended as it is written here. */
export const isSent = (alarm: Alarm, { remark, photos }: Draft, me: string | undefined): boolean =>
  alarm.status === 'processed' &&
  alarm.processor_login === me &&
  alarm.remark === remark.trim() &&
  photos.every((photo) => alarm.photos.includes(photo));
/** The alarms of which something stands that would be lost: a result alone is chosen again by one key. */
export const useDrafted = (): readonly number[] => {
  const drafts = useDrafts((s) => s.drafts);
  return useMemo(
    () => [...drafts].filter(([, { remark, photos }]) => remark !== '' || photos.length > 0).map(([id]) => id),
    [drafts],
  );
};
