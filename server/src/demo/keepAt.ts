import { realClock } from '@plomb/simulator/clock';
import type { Logger } from '../platform/log.ts';

/** Somebody of the demonstration who looks again so many minutes after the last look was over. What keeps failing is said once. */
export const keepAt = (
  minutes: number,
  look: () => Promise<void>,
  { log, failing }: { log: Logger; failing: string },
): { stop(): Promise<void> } => {
  let told = '';
  let callOff = (): void => undefined;
  let isOver = false;
  let busy = Promise.resolve();
  const again = (): void => {
    if (isOver) return;
    callOff = realClock.after(minutes * 60_000, () => {
      busy = look().catch((error: Error) => {
        if (isOver || error.message === told) return;
        told = error.message;
        log.warn({ err: error }, failing);
      });
      void busy.then(again);
    });
  };
  again();
  return {
    async stop() {
      isOver = true;
      callOff();
      await busy;
    },
  };
};
