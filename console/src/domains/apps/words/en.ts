export const words = {
  noun: 'app version',
  search: 'Version, name or notes',
  app: 'App',
  version: 'Version',
  versionHint: 'Three numbers, such as 1.4.0. It is the one the app says of itself.',
  platform: 'Platform',
  name: 'Name',
  state: 'State',
  force: 'Force update',
  mustBeTaken: 'Required',
  mayBeLeft: 'Optional',
  forceHint: 'Handsets with an older version go on only after the upgrade. Withdrawing the version lifts this again.',
  notesZh: 'Notes in Chinese',
  notesEn: 'Notes in English',
  path: 'Package',
  pathHint: 'An Android package (.apk); or leave this empty and enter the address in a store.',
  bytes_one: '{{count}} byte',
  bytes_other: '{{count}} bytes',
  url: 'Address in a store',
  urlHint: 'Where the app is fetched if no package is uploaded. It begins with https://.',
  installations: 'Handsets on it',
  installationsHint: 'Handsets that last said they run this version. Nothing proves what a handset says of itself.',
  created: 'Created',
  published: 'Published',
  withdrawn: 'Withdrawn',
  emptyTitle: 'No versions yet',
  emptyText: 'What handsets are offered stands here.',
  rootTitle: 'Only the root organisation sees this',
  rootText:
    'Versions of the handset app and the handsets that ask for them are of the whole house. Ask an operator of the root organisation.',
  consequence: '{{names}}: the draft goes with its package. No handset was offered it.',
  means: {
    draft: 'No handset is offered it yet.',
    published: 'Handsets with an older version are offered it, or a newer one that is published.',
    withdrawn: 'No handset is offered it any more.',
  },
  file: {
    choose: 'Upload a package',
    replace: 'Upload another package',
  },
  steps: {
    keep: 'Leave it as it is',
    publish: {
      ask: 'Publish…',
      title: 'Publish {{app}} {{version}} for {{platform}}?',
      free: 'Every handset with an older version is offered it from now on, or a newer one that is published, in all organisations. This one may be left.',
      forced:
        'Every handset with an older version has to take it from now on, or a newer one that is published, in all organisations: until it did, it cannot be worked with.',
      stays_one:
        '{{count}} handset says it runs it already. Its file and notes cannot be changed afterwards, only withdrawn.',
      stays_other:
        '{{count}} handsets say they run it already. Its file and notes cannot be changed afterwards, only withdrawn.',
      go: 'Publish',
      done: '{{app}} {{version}} is published',
    },
    withdraw: {
      ask: 'Withdraw…',
      title: 'Withdraw {{app}} {{version}} for {{platform}}?',
      free: 'No handset is offered it any more, and its package is not given out. It cannot be published again.',
      forced:
        'No handset is offered it or has to take it any more, and its package is not given out. It cannot be published again.',
      stays_one: '{{count}} handset says it runs it, and keeps it: publish a newer version to replace it.',
      stays_other: '{{count}} handsets say they run it, and keep it: publish a newer version to replace it.',
      go: 'Withdraw',
      done: '{{app}} {{version}} is withdrawn',
    },
  },
  records: {
    what: 'each handset with its last upgrade',
    search: 'Installation or version',
    installation: 'Installation',
    former: 'Ran before',
    version: 'Runs',
    offered: 'Was offered',
    state: 'Upgrade',
    versionTime: 'Runs it since',
    last: 'Last asked',
    first: 'First asked',
    since: 'as it says itself, since {{time}}',
    offeredTime: 'Offered',
    fetchedTime: 'Download begun',
    emptyTitle: 'No handset has asked yet',
    emptyText: 'Each handset that asks for a newer app and says which installation it is stands here.',
    means: {
      none: 'It was offered nothing newer.',
      offered: 'It was told of the newer version, and has not begun to fetch it from here.',
      fetched: 'It has begun to fetch the package, and has not said yet that it runs it.',
      upgraded: 'It says itself that it runs what it was offered, or a newer one.',
    },
  },
};

declare module 'i18next' {
  interface ResourceNamespaceMap {
    apps: typeof words;
  }
}
