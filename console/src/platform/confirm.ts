import type { Text } from '@plomb/contract/kit/text';
import { create } from 'zustand';

/** A call that waits for the proof: what it does, and to what. */
export interface Deed {
  title: Text;
  about: string;
}

/** Whether somebody has to prove afresh who they are before a call that waits is sent again, and what for. */
export const useConfirm = create<{ asked: boolean; deeds: readonly Deed[] }>(() => ({ asked: false, deeds: [] }));

let waiting: ((proved: boolean) => void)[] = [];

/** Asks once, however many calls wait for the answer. False: it was declined. */
export const askProof = (deed: Deed | null = null): Promise<boolean> =>
  new Promise((answer) => {
    waiting.push(answer);
    useConfirm.setState(({ deeds }) => ({ asked: true, deeds: deed ? [...deeds, deed] : deeds }));
  });

export const answerProof = (proved: boolean): void => {
  const those = waiting;
  waiting = [];
  useConfirm.setState({ asked: false, deeds: [] });
  for (const answer of those) answer(proved);
};
