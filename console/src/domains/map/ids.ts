/** An id as the address has it; null: there is none, or something else. */
export const idFrom = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,15}$/.test(text) ? Number(text) : null;
