import { create } from 'zustand';

export interface Notice {
  id: number;
  kind: 'error' | 'success' | 'info';
  text: string;
  /** how long it stays; hovering or focusing it stops the clock */
  milliseconds: number;
}

let last = 0;
export const useNotices = create<{ shown: Notice[] }>(() => ({ shown: [] }));

/** Shows a message; the same words already on the screen start their time again instead of standing there twice. */
export const notify = (kind: Notice['kind'], text: string, milliseconds: number): void => {
  last += 1;
  const notice = { id: last, kind, text, milliseconds };
  useNotices.setState(({ shown }) => ({
    shown: [...shown.filter((n) => n.text !== text || n.kind !== kind), notice].slice(-4),
  }));
};
export const dismiss = (id: number): void =>
  useNotices.setState(({ shown }) => ({ shown: shown.filter((n) => n.id !== id) }));

/** Durations of the specification, section 9. */
export const serverErrorTime = 5000;
export const networkErrorTime = 2000;
/** Words that are still to be said in their place: none while a message says them, which leaves when they do not. */
export const useUnsaid = (words: string): string =>
  useNotices(({ shown }) => shown.some(({ kind, text }) => kind === 'error' && text === words)) ? '' : words;
export const said = (text: string): void => notify('success', text, 3000);
