export const words = {
  heading: 'Needs me now',
  calm: 'Nothing needs you at the moment',
  alarms: 'Unprocessed alarms',
  critical_one: '{{count}} of them critical',
  critical_other: '{{count}} of them critical',
  uncertain: 'Commands with unknown outcome',
  uncertainText: 'Sent, but the lock has not said whether it moved',
  open: 'Commands under way',
  openText: 'Waiting for a lock to wake up or answer',
  late: 'Late locks',
  lateText: 'Should have reported by now',
  abnormal: 'Locks that report “abnormal”',
  abnormalText: 'By their last report',
  toldSince_one:
    'By their last report. {{count}} more was forced or opened without right and tells another status now: see the alarms',
  toldSince_other:
    'By their last report. {{count}} more were forced or opened without right and tell another status now: see the alarms',
  none: 'None',
  fleet: 'The fleet',
  connections: 'Connections',
  devices: 'Devices',
  share: '{{percent}}%',
  ofThem: 'of these {{what}}',
  held_one: '{{count}} held',
  held_other: '{{count}} held',
  lastKnown_one: '{{count}} last known',
  lastKnown_other: '{{count}} last known',
  noLocks: 'No locks yet',
  noLocksText: 'Figures stand here once the first lock is registered.',
  toDevices: 'To the devices',
  failed: 'The figures did not load',
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    dashboard: typeof words;
  }
}
