import type { Logger } from 'pino';
import type { Bus, Store } from './bus.ts';
import { Listeners } from './listeners.ts';

/** Everything in one process: what is told is heard at once, and a report is durable when the database has it. */
export const openInProcessBus = (log: Pick<Logger, 'error'>, clock: () => number = Date.now): Bus => {
  const listeners = new Listeners((err, subject) => log.error({ err, subject }, 'a listener on the bus failed'));
  let store: Store = () => Promise.reject(new Error('nobody stores reports'));
  return {
    tell: (subject, message) => listeners.tell(subject, message),
    hear: (subject, listener) => listeners.hear(subject, listener),
    heard: async () => clock(),
    reports: {
      submit: (device, report) => store(device, report),
      // the database takes them, and whoever asks asks it, too
      isTaking: async () => true,
      storeBy: (by) => {
        store = by;
      },
    },
    isConnected: () => true,
    close: () => Promise.resolve(),
  };
};
