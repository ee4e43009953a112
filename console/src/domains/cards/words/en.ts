export const words = {
  noun: 'IC card',
  search: 'Name, number or what is printed on it',
  number: 'IC-card number',
  numberHint: '1 to 10 digits, as locks know the card. It stays as it is.',
  name: 'Name',
  type: 'Type',
  printed: 'Card no.',
  printedHint: 'What is printed on the card.',
  state: 'State',
  organisation: 'Organisation',
  organisationHint: 'Its locks, and those below it, are the locks of the card. Without a choice: your own.',
  created: 'Created',
  place: 'Place of use',
  lat: 'Latitude',
  lon: 'Longitude',
  radius: 'Radius',
  metres: 'm',
  choose: 'Choose on the map',
  chooseHint: 'Move the map until the cross stands on the place.',
  removal: 'Removal',
  removing: 'Being removed',
  notRemoving: 'Not being removed',
  removed: 'Deleted',
  removingNote:
    'The card still opens the locks below. It is gone when each of them has confirmed that it let it go: deleting it told them nothing, take it out of them.',
  removalBegun_one: '{{count}} card still opens locks, and stays as being removed: take it out of them.',
  removalBegun_other: '{{count}} cards still open locks, and stay as being removed: take them out of those.',
  disabledNote: 'The card is disabled and still opens the locks below: take it out of them.',
  locks: 'Locks',
  old: 'As of {{time}}, could not be renewed.',
  nowhere: 'No lock in your sight holds this card.',
  more: 'The first {{count}} are shown.',
  others_one: 'One more lock, out of your sight, holds this card.',
  others_other: '{{count}} more locks, out of your sight, hold this card.',
  give: 'Give it to locks…',
  take: 'Take it out of these locks…',
  numbers: 'Serial numbers of the locks, one a line',
  preview: 'Preview',
  noNumbers: 'Name at least one lock.',
  strange: 'These are no serial numbers: {{numbers}}',
  unknown: 'None of your devices has these numbers: {{numbers}}',
  emptyTitle: 'No IC cards yet',
  emptyText: 'Cards that open locks stand here, each with the locks that hold it.',
  consequence:
    '{{names}}. Deleting tells locks nothing: a card that locks hold opens them still, and stays here as being removed until it is taken out of them and each has confirmed it. Orders to give it that wait are taken back.',
  disabling:
    'No lock is given it from now on, and orders to give it that wait are taken back. Locks that hold it are opened by it until it is taken out of them.',
};

declare module 'i18next' {
  interface ResourceNamespaceMap {
    cards: typeof words;
  }
}
