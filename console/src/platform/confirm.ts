import { create } from 'zustand';

/** Whether somebody has to prove afresh who they are before a call that waits is sent again. */
export const useConfirm = create<{ asked: boolean }>(() => ({ asked: false }));

let waiting: ((proved: boolean) => void)[] = [];

/** Asks once, however many calls wait for the answer. False: it was declined. */
export const askProof = (): Promise<boolean> =>
  new Promise((answer) => {
    waiting.push(answer);
    useConfirm.setState({ asked: true });
  });

export const answerProof = (proved: boolean): void => {
  const those = waiting;
  waiting = [];
  useConfirm.setState({ asked: false });
  for (const answer of those) answer(proved);
};
