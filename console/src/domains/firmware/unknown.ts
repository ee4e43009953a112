/** Numbers of a preview that none of the caller's devices has: said once, while the page is open. */
const kept = new Map<number, readonly string[]>();
export const keepUnknown = (id: number, numbers: readonly string[]): void => {
  kept.clear();
  kept.set(id, numbers);
};
export const unknownOf = (id: number): readonly string[] => kept.get(id) ?? [];
