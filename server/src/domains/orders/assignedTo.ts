/** A text of SQL over an order: the organisation by whose right it was given, as it was called then; '' = it saw the lock. */
export const assignedTo = (order: string): string =>
  `coalesce((select a.to_org_name from device_assignment a where a.id = ${order}.assignment_id), '')`;
