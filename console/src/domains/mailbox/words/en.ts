export const words = {
  noun: 'recipient',
  search: 'Name, mail address, phone or organisation',
  name: 'Name',
  nameHint: 'Who this is, for example the duty desk. It stands in every notice.',
  mail: 'Mail address',
  phone: 'Phone',
  receives: 'Receive type',
  language: 'Language',
  state: 'State',
  organisation: 'Organisation',
  organisationHint:
    'Its alarms are told, and those of organisations below it that have nobody of their own. Without a choice: your own.',
  created: 'Created',
  byMail: 'By mail',
  byPhone: 'By SMS',
  off: 'Off',
  refuses: 'Refuses: stopped',
  refusesText: 'Nothing more goes to {{address}}: it refused three times in a row. Save the recipient to try again.',
  means: {
    police: 'Critical alarms and warnings. Many at once come as one digest; critical ones always singly.',
    status: 'Also notices, and every time a lock is sealed, unsealed, opened or closed.',
  },
  noMail:
    'The mail server is not set up: nothing goes out by mail. The root organisation sets it up under "Mail and SMS".',
  nobody_one: 'Nobody is told of the alarms of {{names}}.',
  nobody_other: 'Nobody is told of the alarms of {{count}} organisations: {{names}}.',
  silent_one: 'Nothing reaches the recipients for {{names}}: each is disabled, has no way that works, or refuses.',
  silent_other:
    'Nothing reaches the recipients for {{count}} organisations: each is disabled, has no way that works, or refuses: {{names}}.',
  and: ', ',
  inherits_one: '{{count}} organisation has nobody of its own and is served from above',
  inherits_other: '{{count}} organisations have nobody of their own and are served from above',
  by: '{{name}}: by {{by}}',
  byAbove: '{{name}}: by an organisation above yours',
  emptyTitle: 'No recipients yet',
  emptyText:
    'Who is told of alarms by mail and SMS stands here. An organisation without anybody is served by the next above it.',
  consequence:
    '{{names}} will be told of nothing any more. Where it was the last, the organisation above is told instead.',
  disabling: 'They are told of nothing while disabled. The organisation above is not told instead.',
};

declare module 'i18next' {
  interface ResourceNamespaceMap {
    mailbox: typeof words;
  }
}
