export const words = {
  ownOf: '{{own}} of its own, {{all}} with those below',
  ownCount: '{{count}} own',
  noun: 'organisation',
  search: 'Name or person',
  name: 'Name',
  type: 'Type',
  parent: 'Parent organisation',
  top: 'None that you can see',
  status: 'Status',
  shut: 'Shut by an organisation above',
  enabled: 'Enabled',
  disabled: 'Disabled',
  administrator: 'Administrator',
  operName: 'Operator name',
  loginName: 'Login name',
  phone: 'Phone',
  timeZone: 'Time zone',
  timeZoneNew: 'Its days are counted by it. Not said: that of the organisation above.',
  timeZoneHint: 'Its days, of meters for instance, are counted by it.',
  mailbox: 'Mailbox',
  logo: 'Logo',
  operators: 'Operators',
  devices: 'Devices',
  created: 'Created',
  own: 'yours',
  addBelow: 'Add below…',
  seePeople: 'Show its operators',
  emptyTitle: 'No organisations',
  emptyText: 'Your organisation and those below it would stand here.',
  deleteTitle: 'Delete {{name}}?',
  consequence:
    'It is removed for good. With devices, operators, roles or organisations still in it, it is refused and stays.',
  enable: 'Its operators, and those of the organisations below it, can sign in again.',
  disable_one:
    'Everybody in it and in all organisations below it ({{count}} operator) is signed out within seconds and can no longer sign in. Locks go on reporting.',
  disable_other:
    'Everybody in it and in all organisations below it ({{count}} operators) is signed out within seconds and can no longer sign in. Locks go on reporting.',
  form: {
    organisation: 'Organisation',
    administrator: 'Its administrator',
    administratorText:
      'An operator who signs in for this organisation and builds it up, with a role of the same rights as the one you choose.',
    role: 'Rights',
    roleHint: 'Roles that hold nothing you do not hold yourself.',
    logoHint: 'Shown to its operators in the top bar.',
  },
  move: {
    button: 'Move…',
    title: 'Move {{name}}',
    text: 'It goes below another organisation with everything in it. Operators of the old parent lose sight of it at once, those of the new one gain it.',
    to: 'New parent organisation',
    ok: 'Move',
  },
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'system/organisations': typeof words;
  }
}
