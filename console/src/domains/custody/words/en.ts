export const words = {
  what: 'who did what to which lock, and how we know',
  search: 'Serial, name or plate',
  group: 'Kind',
  device: 'Lock',
  person: 'Person',
  at: 'Happened',
  deviceTime: 'By its own clock',
  written: 'Written',
  fact: 'Fact',
  serial: 'Serial number',
  name: 'Device',
  plate: 'Plate',
  details: 'In detail',
  who: 'Who',
  byLock: 'The lock: {{name}}',
  right: 'By what right',
  organisation: 'Organisation',
  place: 'Place',
  code: 'Code of the lock',
  number: 'Number in the ledger',
  digest: 'Digest',
  digestWhat: 'SHA-256 of all that is said here, made when it was written',
  restsOn: 'Rests on',
  frameKept: 'The lock’s frame, kept unchanged',
  photoKept: 'The photo, kept unchanged',
  keptNoMore: 'Not kept any more, or not in your sight',
  seeFrame: 'Explain the frame',
  photo: 'Photo',
  holds: 'Stands as it was written: its digest holds',
  broken: 'Changed since it was written: its digest does not hold',
  see: {
    order: 'See the order',
    opening: 'See the opening',
    alarm: 'See the alarm',
    stock: 'See the stock record',
    approval: 'See the approval',
  },
  told: {
    orderedBy: 'ordered by {{name}}',
    receiver: 'receiver {{name}}',
    witness: 'witness {{name}}',
    replacement: 'replaced by {{name}}',
    rule: 'rule “{{name}}”',
    firmwareResume: 'Resume a roll-out',
    late: 'told late, out of the lock’s memory',
    inferred: 'inferred from two states, no lock said so',
    uncounted: 'moves no state',
  },
  emptyTitle: 'Nothing in this time',
  emptyText:
    'What locks tell, and what people order, approve, are shown and hand over stands here for ever. Without a time it is the last 31 days.',
};

declare module 'i18next' {
  interface ResourceNamespaceMap {
    custody: typeof words;
  }
}
