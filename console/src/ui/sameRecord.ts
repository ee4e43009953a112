/** What is shown of a record while its words come in another language: what it was before. Whatever is typed there stays. */
export const sameRecord =
  (id: number | null) =>
  <T extends { id: number }>(before: T | undefined): T | undefined =>
    before?.id === id ? before : undefined;
