import { type Approval, approvalTitles } from '@plomb/contract/approvals/approvals';
import type { Lang } from '@plomb/contract/kit/text';

/** What is guarded, most often by its plate, or the version of a roll-out. */
export const aboutOf = ({
  subject,
  device_name,
  sn,
  firmware_version,
}: Pick<Approval, 'subject' | 'device_name' | 'sn' | 'firmware_version'>): string =>
  firmware_version || subject || device_name || sn;

export const headOf = (one: Approval, lang: Lang): string => `${approvalTitles[one.kind][lang]} · ${aboutOf(one)}`;
