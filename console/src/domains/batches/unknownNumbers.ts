const nameOf = (batchId: number): string => `plomb.batch.${batchId}.unknown`;

/** Pasted numbers that are none of the caller's devices: said beside the batch, also after a reload of this window. */
export const keepUnknown = (batchId: number, numbers: readonly string[]): void => {
  try {
    sessionStorage.setItem(nameOf(batchId), JSON.stringify(numbers));
  } catch {
    // forbidden or full
  }
};
export const unknownOf = (batchId: number): readonly string[] => {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(batchId)) ?? '[]') as string[];
  } catch {
    return [];
  }
};
