import type { alarmResults } from '@plomb/contract/alarms/alarms';
import { create } from 'zustand';

/** What was typed about an alarm and not sent yet. */
export interface Draft {
  result: (typeof alarmResults)[number] | null;
  remark: string;
  photos: readonly string[];
}
export const blank: Draft = { result: null, remark: '', photos: [] };

/** By alarm, outside of the page: stepping to another case and back loses nothing. */
const useDrafts = create<{ drafts: ReadonlyMap<number, Draft> }>(() => ({ drafts: new Map() }));

export const useDraft = (id: number): Draft => useDrafts((s) => s.drafts.get(id) ?? blank);
export const draftOf = (id: number): Draft => useDrafts.getState().drafts.get(id) ?? blank;
export const draft = (id: number, part: Partial<Draft>): void =>
  useDrafts.setState(({ drafts }) => ({ drafts: new Map(drafts).set(id, { ...(drafts.get(id) ?? blank), ...part }) }));
export const drop = (id: number): void =>
  useDrafts.setState(({ drafts }) => {
    const left = new Map(drafts);
    left.delete(id);
    return { drafts: left };
  });
/** Whether anything stands in any of them. */
export const useHasDrafts = (): boolean =>
  useDrafts(({ drafts }) => [...drafts.values()].some(({ remark, photos }) => remark !== '' || photos.length > 0));
