export const words = {
  whatCanOpen: 'What can be opened',
  noun: 'operator',
  search: 'Name, code or phone',
  name: 'Name',
  code: 'Operator code',
  phone: 'Phone',
  loginName: 'Login name',
  role: 'Role',
  organisation: 'Organisation',
  status: 'Status',
  created: 'Created',
  you: 'you',
  enabled: 'Enabled',
  disabled: 'Disabled',
  password: 'Password',
  temporary: 'Temporary, not changed yet',
  own: 'Their own',
  emptyTitle: 'No operators yet',
  emptyText: 'The people who sign in would stand here, each with a role and an organisation.',
  consequence:
    '{{names}}: they can no longer sign in. Whoever has sent commands or processed alarms stays on record and can only be disabled; whoever has seals in hand hands them over first.',
  enable: 'Can sign in again.',
  disable: 'Is signed out everywhere within seconds and can no longer sign in.',
  form: {
    person: 'Person',
    access: 'Access',
    roleHint: 'Roles of this organisation and of those above it that hold nothing you do not hold yourself.',
    roleFirst: 'Choose the organisation first',
    roleKept: 'Present role',
    ownRole: 'You cannot change your own role or organisation.',
    password: 'Temporary password',
    passwordHint:
      'At least 6 characters. Tell it to the person; they are asked for one of their own at the first sign-in.',
    make: 'Make one',
  },
  reset: {
    button: 'Reset the password…',
    title: 'Reset the password of {{name}}',
    text: 'The present password stops working and every session of {{name}} ends within seconds. At the next sign-in they are asked for a password of their own.',
    ok: 'Reset',
    done: 'The password was reset',
    missing: 'Please enter a new password',
  },
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'system/operators': typeof words;
  }
}
