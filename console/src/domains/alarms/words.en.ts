export const words = {
  bell_one: '{{count}} unprocessed alarm',
  bell_other: '{{count}} unprocessed alarms',
  bellNone: 'No unprocessed alarms',
  toast: {
    label: 'New alarms',
    take: 'Take it',
    locate: 'Locate',
    close: 'Close',
    more_one: '{{count}} more alarm',
    more_other: '{{count}} more alarms',
    soundOff: 'This browser keeps alarms silent until you allow sound.',
    soundOn: 'Turn on sound',
    taken: 'You have taken the alarm',
  },
  spoken: 'Alarm. {{kind}}. {{device}}.',
  list: {
    search: 'Serial number, name or plate',
    count_one: '{{count}} unprocessed',
    count_other: '{{count}} unprocessed',
    kind: 'Kind',
    status: 'Status',
    time: 'Time',
    device: 'Device',
    subject: 'Guarded',
    organisation: 'Organisation',
    alarm: 'Alarm',
    since: 'First seen',
    last: 'Last seen',
    hits: 'Times',
    owner: 'Taken by',
    emptyTitle: 'No alarms',
    emptyText: 'Forced metal, openings without right, low batteries and left fences would stand here.',
  },
  detail: {
    title: 'Alarm {{id}}',
    fault: 'Fault code',
    serial: 'Serial number',
    place: 'Position',
    noPlace: 'Positioning invalid',
    showOnMap: 'Show on map',
    take: 'Take it',
    notTaken: 'Nobody has taken it yet',
    process: 'Process…',
    processor: 'Processed by',
    processTime: 'Processed at',
    result: 'Result',
    remark: 'Remark',
    noRemark: 'No remark',
  },
  process: {
    title: 'Process the alarm',
    text: '{{kind}} of {{device}} leaves the list of unprocessed alarms. Your name, the result and the remark are kept.',
    resultMissing: 'Please choose a result',
    submit: 'Process',
    done: 'The alarm is processed',
  },
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    alarms: typeof words;
  }
}
