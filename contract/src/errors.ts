import type { z } from 'zod';
import { alarmFieldErrors, alarmRefusals } from './alarms/errors.ts';
import { approvalFieldErrors, approvalRefusals } from './approvals/errors.ts';
import { appFieldErrors, appRefusals } from './apps/errors.ts';
import { baseMapFieldErrors, baseMapRefusals } from './basemaps/errors.ts';
import { batchFieldErrors, batchRefusals } from './batches/errors.ts';
import { cardFieldErrors, cardRefusals } from './cards/errors.ts';
import { deviceFieldErrors, deviceRefusals } from './devices/errors.ts';
import { fileRefusals } from './files/errors.ts';
import { firmwareFieldErrors, firmwareRefusals } from './firmware/errors.ts';
import { friendFieldErrors, friendRefusals } from './friends/errors.ts';
import { importFieldErrors, importRefusals } from './imports/errors.ts';
import { jobRefusals } from './jobs/errors.ts';
import { commonFieldErrors, commonRefusals } from './kit/errors.ts';
import { issueWords } from './kit/issue.ts';
import type { FieldErrors, Refusals } from './kit/refusal.ts';
import type { Text } from './kit/text.ts';
import { liveRefusals } from './live/errors.ts';
import { lockFieldErrors, lockRefusals } from './lock/errors.ts';
import { logisticsFieldErrors, logisticsRefusals } from './logistics/errors.ts';
import { mailboxFieldErrors, mailboxRefusals } from './mailbox/errors.ts';
import { mapFieldErrors, mapRefusals } from './map/errors.ts';
import { messageFieldErrors, messageRefusals } from './messages/errors.ts';
import { meteringFieldErrors, meteringRefusals } from './metering/errors.ts';
import { orderFieldErrors, orderRefusals } from './orders/errors.ts';
import { personalFieldErrors, personalRefusals } from './personal/errors.ts';
import { recordFieldErrors, recordRefusals } from './records/errors.ts';
import { sealFieldErrors, sealRefusals } from './seals/errors.ts';
import { sessionFieldErrors, sessionRefusals } from './session/errors.ts';
import { dictionaryFieldErrors, dictionaryRefusals } from './system/dictionaries/errors.ts';
import { menuFieldErrors, menuRefusals } from './system/menus/errors.ts';
import { operatorRefusals } from './system/operators/errors.ts';
import { organisationRefusals } from './system/organisations/errors.ts';
import { roleFieldErrors, roleRefusals } from './system/roles/errors.ts';
import { trackFieldErrors } from './tracks/errors.ts';

/** Every refusal the server utters: one table of class and words. */
export const errors = {
  ...commonRefusals,
  ...sessionRefusals,
  ...personalRefusals,
  ...friendRefusals,
  ...approvalRefusals,
  ...liveRefusals,
  ...fileRefusals,
  ...deviceRefusals,
  ...cardRefusals,
  ...sealRefusals,
  ...meteringRefusals,
  ...logisticsRefusals,
  ...baseMapRefusals,
  ...batchRefusals,
  ...importRefusals,
  ...jobRefusals,
  ...lockRefusals,
  ...orderRefusals,
  ...alarmRefusals,
  ...recordRefusals,
  ...operatorRefusals,
  ...organisationRefusals,
  ...roleRefusals,
  ...menuRefusals,
  ...dictionaryRefusals,
  ...appRefusals,
  ...mapRefusals,
  ...messageRefusals,
  ...mailboxRefusals,
  ...firmwareRefusals,
} as const satisfies Refusals;
export type ErrorCode = keyof typeof errors;

/** Words of field errors, named in schemas by these keys; everything else: `issueWords`. */
export const fieldErrors = {
  ...commonFieldErrors,
  ...lockFieldErrors,
  ...mapFieldErrors,
  ...trackFieldErrors,
  ...sessionFieldErrors,
  ...personalFieldErrors,
  ...friendFieldErrors,
  ...approvalFieldErrors,
  ...deviceFieldErrors,
  ...cardFieldErrors,
  ...sealFieldErrors,
  ...meteringFieldErrors,
  ...logisticsFieldErrors,
  ...baseMapFieldErrors,
  ...batchFieldErrors,
  ...importFieldErrors,
  ...orderFieldErrors,
  ...alarmFieldErrors,
  ...recordFieldErrors,
  ...roleFieldErrors,
  ...menuFieldErrors,
  ...dictionaryFieldErrors,
  ...appFieldErrors,
  ...messageFieldErrors,
  ...mailboxFieldErrors,
  ...firmwareFieldErrors,
} as const satisfies FieldErrors;
export type FieldErrorCode = keyof typeof fieldErrors;

/** What is said of an issue the schemas have with what was asked. */
export const fieldWords = (issue: z.core.$ZodIssue): Text => {
  const named: Readonly<Record<string, Text>> = Object.hasOwn(fieldErrors, issue.message) ? fieldErrors : errors;
  return Object.hasOwn(named, issue.message) ? named[issue.message]! : issueWords(issue);
};
