/** What was begun for many devices. */
type Work = 'batch' | 'rollout';
const nameOf = (of: Work, id: number): string => `plomb.${of}.${id}.unknown`;

/** Pasted numbers that are none of the caller's devices: said beside the work, also after a reload of this window. */
export const keepUnknown = (of: Work, id: number, numbers: readonly string[]): void => {
  try {
    sessionStorage.setItem(nameOf(of, id), JSON.stringify(numbers));
  } catch {
    // forbidden or full
  }
};
export const unknownOf = (of: Work, id: number): readonly string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(of, id)) ?? '[]') as string[];
  } catch {
    return [];
  }
};
