import { alarmWords } from './alarms/words.ts';
import { approvalWords } from './approvals/words.ts';
import { appWords } from './apps/words.ts';
import { baseMapWords } from './basemaps/words.ts';
import { batchWords } from './batches/words.ts';
import { cardWords } from './cards/words.ts';
import { custodyWords } from './custody/words.ts';
import { deviceWords } from './devices/words.ts';
import { firmwareWords } from './firmware/words.ts';
import { friendWords } from './friends/words.ts';
import { importWords } from './imports/words.ts';
import { jobWords } from './jobs/words.ts';
import type { Text } from './kit/text.ts';
import type { DictionarySeed, DictionarySeeds } from './kit/word.ts';
import { commonWords } from './kit/words.ts';
import { lockWords } from './lock/words.ts';
import { logisticsWords } from './logistics/words.ts';
import { mapWords } from './map/words.ts';
import { messageWords } from './messages/words.ts';
import { meteringWords } from './metering/words.ts';
import { orderWords } from './orders/words.ts';
import { personalWords } from './personal/words.ts';
import { recordWords } from './records/words.ts';
import { sealWords } from './seals/words.ts';
import { sessionWords } from './session/words.ts';
import { logWords } from './system/logs/words.ts';
import { organisationWords } from './system/organisations/words.ts';
import { trackWords } from './tracks/words.ts';

/**
 * The words a new product starts with, for every enumeration that is shown: section 4 of the specification and what
 * the screens need besides. Operators may change words, colours and order; codes stay.
 */
export const dictionarySeeds = {
  ...lockWords,
  ...alarmWords,
  ...recordWords,
  ...custodyWords,
  ...deviceWords,
  ...batchWords,
  ...importWords,
  ...appWords,
  ...messageWords,
  ...firmwareWords,
  ...jobWords,
  ...orderWords,
  ...mapWords,
  ...trackWords,
  ...baseMapWords,
  ...sessionWords,
  ...sealWords,
  ...meteringWords,
  ...logisticsWords,
  ...cardWords,
  ...personalWords,
  ...friendWords,
  ...approvalWords,
  ...organisationWords,
  ...logWords,
  ...commonWords,
} as const satisfies DictionarySeeds;

export type DictCode = keyof typeof dictionarySeeds;
export const dictCodes = Object.keys(dictionarySeeds) as DictCode[];
/** The seed of a code without its literal types. */
export const seedOf = (code: DictCode): DictionarySeed => dictionarySeeds[code];
/** A code's word as the product has it; a code that has none stands as it is. */
export const seedWord = (dictionary: DictCode, code: string | number): Text => {
  const word = seedOf(dictionary).items[code];
  return word ? { zh: word[0], en: word[1] } : { zh: String(code), en: String(code) };
};
