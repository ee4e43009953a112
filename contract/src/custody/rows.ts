/** What a fact of the ledger is about: the first part of its name. */
export const ledgerGroups = [
  'lock',
  'order',
  'proof',
  'approval',
  'password',
  'stock',
  'seal',
  'meter',
  'batch',
  'refusal',
] as const;
export type LedgerGroup = (typeof ledgerGroups)[number];

export const groupOf = (fact: string): string => fact.split('.', 1)[0]!;

/** By what right something was done, taken apart: `authorisation 12, approval 3`. */
export const rightsOf = (byRight: string): { right: string; id: number | null }[] =>
  byRight
    .split(', ')
    .filter(Boolean)
    .map((one) => {
      const [right = '', id] = one.split(' ');
      return { right, id: id === undefined ? null : Number(id) };
    });
/** What a right is called; those of an order have a number. */
export const ledgerRights = [
  'organisation',
  'assignment',
  'authorisation',
  'approval',
  'key',
  'unfreeze',
  'order',
  'card',
  'password',
  'bluetooth',
  'automatic',
  'none',
] as const;
export type LedgerRight = (typeof ledgerRights)[number];
