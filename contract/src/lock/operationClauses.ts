/** What may refuse an operation on a lock, each by itself, in the order in which they are asked. */
export const operationClauses = [
  'right',
  'button',
  'ability',
  'use',
  'frozen',
  'place',
  'battery',
  'state',
  'underWay',
  'approval',
] as const;
export type OperationClause = (typeof operationClauses)[number];
