export const words = {
  search: 'Path or deed',
  title: 'Operation',
  instruct: 'On what, and why',
  type: 'Kind',
  operator: 'Operator',
  loginName: 'Login name',
  organisation: 'Organisation',
  address: 'From address',
  success: 'Outcome',
  ok: 'Success',
  taken: 'Order taken',
  takenWhy: 'The request was taken; what the lock did stands in its history',
  okOrTaken: 'Success, order taken',
  failed: 'Failed',
  time: 'Time',
  cost: 'Took',
  method: 'Method',
  url: 'Path',
  error: 'Error',
  requestParam: 'Request parameters',
  requestBody: 'Request body',
  responseBody: 'Response body',
  milliseconds: '{{count}} ms',
  appendOnly: 'Append only: nobody can change or remove an entry',
  nobody: 'Nobody',
  record: 'Record {{id}}',
  request: 'Request number',
  changes: 'What changed',
  devices: 'Devices',
  moreDevices_one: 'and {{count}} more device',
  moreDevices_other: 'and {{count}} more devices',
  emptyTitle: 'No operations recorded',
  emptyText: 'Everything operators change, and every sign-in, would stand here. Nobody can remove it.',
} as const;

declare module 'i18next' {
  interface ResourceNamespaceMap {
    'system/logs': typeof words;
  }
}
