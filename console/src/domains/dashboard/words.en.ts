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
  abnormalText: 'By their last report; one that was forced earlier stands in its alarm',
  none: 'None',
  fleet: 'The fleet',
  connections: 'Connections',
  devices: 'Devices',
  share: '{{percent}}%',
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
