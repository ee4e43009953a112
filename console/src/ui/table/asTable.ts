/**
 * For a table whose rows wrap on a phone: laid out as anything but a table it is none to some screen readers, unless its
 * parts say what they are. Its cells name their columns themselves, by `data-name`.
 */
export const asTable = {
  table: { role: 'table' },
  rows: { role: 'rowgroup' },
  row: { role: 'row' },
  name: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const;
