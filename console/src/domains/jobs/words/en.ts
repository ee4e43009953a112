export const words = {
  title: 'Own jobs',
  underWay_one: '{{count}} job under way',
  underWay_other: '{{count}} jobs under way',
  idle: 'Own jobs, none under way',
  failed: 'Your jobs cannot be fetched',
  open: 'Open',
  openOf: 'Open {{subject}}',
  download: 'Download',
  downloadOf: 'Download {{kind}} {{subject}}',
  rows_one: '{{count}} row',
  rows_other: '{{count}} rows',
  cancel: 'Cancel',
  cancelOf: 'Cancel {{subject}}',
  cancelled: 'Cancelled: what was done stays done',
  closes: 'You can close this page, the work goes on',
  doneNow: '{{kind}} done: {{subject}}',
  failedNow: '{{kind}} failed: {{subject}}. {{failure}}',
};

declare module 'i18next' {
  interface ResourceNamespaceMap {
    jobs: typeof words;
  }
}
