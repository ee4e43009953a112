import { create } from 'zustand';

/** How much the person is waiting for: calls they started, and parts of the console on their way. */
export const useProgress = create<{ running: number }>(() => ({ running: 0 }));

export const whileRunning = async <T>(work: Promise<T>): Promise<T> => {
  useProgress.setState(({ running }) => ({ running: running + 1 }));
  try {
    return await work;
  } finally {
    useProgress.setState(({ running }) => ({ running: running - 1 }));
  }
};
