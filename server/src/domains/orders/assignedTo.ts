/** A text of SQL over an order: by whose right it was given, as they were called then; '' = whoever gave it saw the lock. */
export const assignedTo = (order: string): string =>
  `coalesce((select a.to_org_name from device_assignment a where a.id = ${order}.assignment_id),
    case when ${order}.authorisation_id is not null then authorised_by(${order}.authorisation_id) end, '')`;
