export const words = {
  noun: 'dictionary',
  search: 'Code or any word',
  code: 'Code',
  name: 'Name',
  chinese: 'Chinese',
  english: 'English',
  items: 'Items',
  origin: 'Kind',
  origins: { protocol: 'Fixed codes', product: 'Product, open', own: 'Own' },
  created: 'Created',
  why: {
    protocol:
      'These codes are those of locks and of the program: they keep their value, none is added or deleted. Words, colours and order are yours.',
    product: 'The product needs this dictionary and the codes with a lock. You may add codes of your own.',
    notRoot: 'Dictionaries are the same for everybody. Only operators of the root organisation change them.',
  },
  emptyTitle: 'No dictionaries',
  emptyText: 'Words of your own for choices in forms would stand here.',
  consequence: '{{names}}: the dictionary is gone for everybody. It has to be empty.',
  fixed: 'The code is fixed; it cannot be changed or deleted',
  disabled: 'not offered',
  noItems: 'This dictionary has no items yet.',
  addItem: 'Add an item',
  editItem: 'Edit {{code}}',
  up: 'Move {{code}} up',
  down: 'Move {{code}} down',
  editOf: 'Edit {{code}}…',
  deleteOf: 'Delete {{code}}…',
  deleteTitle: 'Delete {{code}}?',
  deleteText: 'Where {{word}} was chosen before, the bare code is shown from now on. Disabling it keeps the word.',
  itemCode: 'Code',
  colour: 'Colour',
  colours: {
    grey: 'Grey',
    blue: 'Blue',
    cyan: 'Cyan',
    green: 'Green',
    gold: 'Gold',
    red: 'Red',
    purple: 'Purple',
  },
  enabled: 'Can be chosen',
  enabledHint: 'Off: still shown where it was chosen, offered no more',
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'system/dictionaries': typeof words;
  }
}
