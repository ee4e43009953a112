export const words = {
  search: 'Name, value or meaning',
  name: 'Parameter',
  code: 'Name',
  value: 'Value',
  standard: 'Default',
  remark: 'Remark',
  changedBy: 'Changed by',
  changedAt: 'Changed at',
  changed: 'Changed',
  unchanged: 'Default',
  state: 'State',
  group: 'Group',
  on: 'On',
  off: 'Off',
  empty: '(empty)',
  range: '{{min}} to {{max}} {{unit}}',
  amount: '{{count}} {{unit}}',
  reset: 'Reset to default',
  resetTitle: 'Reset {{name}} to its default?',
  resetText: 'It becomes {{value}} for everybody within a few seconds.',
  resetDone: 'Reset successfully',
  notRoot: 'Parameters are the same for everybody. Only operators of the root organisation change them.',
  soon: 'A change acts for everybody within a few seconds, without a restart.',
  edit: 'Edit {{name}}',
  wholeNumber: 'Please enter a whole number',
  emptyTitle: 'No parameters',
  emptyText: 'Settings that act at once, without a restart, would stand here.',
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'system/params': typeof words;
  }
}
