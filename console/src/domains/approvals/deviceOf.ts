import type { Approval } from '@plomb/contract/approvals/approvals';

/** What is guarded, most often by its plate. */
export const deviceOf = ({ subject, device_name, sn }: Pick<Approval, 'subject' | 'device_name' | 'sn'>): string =>
  subject || device_name || sn;
