/** What nothing in the program expected, as it would end a process. */
export interface FoundMistakes {
  found: unknown[];
  stop(): void;
}

export const watchMistakes = (): FoundMistakes => {
  const found: unknown[] = [];
  const hear = (e: unknown) => void found.push(e);
  process.on('unhandledRejection', hear);
  process.on('uncaughtException', hear);
  return {
    found,
    stop() {
      process.off('unhandledRejection', hear);
      process.off('uncaughtException', hear);
    },
  };
};
