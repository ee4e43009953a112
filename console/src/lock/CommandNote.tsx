import { errors } from '@plomb/contract/errors';
import { LockStatus } from '@plomb/contract/lock/codes';
import { type Command, MOST_ATTEMPTS } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import { abilities, type CommandKind, movesMetal } from '@plomb/contract/lock/orderKinds';
import { commandSigns } from '@plomb/contract/lock/signs';
import { trustedWord, trustOf } from '@plomb/contract/lock/trust';
import type { MapLock } from '@plomb/contract/map/map';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../platform/dictionaries.ts';
import { useSettings } from '../platform/settings.ts';
import { shortTime } from './shortTime.ts';
import { useStageWord } from './sign/useStageWord.ts';
import { isOvertaken, isUndecided, wasNeverSent } from './stepper.ts';
import { useCauseWord } from './useCauseWord.ts';
import { useFresh } from './useFresh.ts';
import { useWaitWords } from './useWaitWords.ts';
import { waitOf } from './wake.ts';

/** Somebody who waits is told after this that it takes longer, ms: as long as a call may take. */
const SLOW = 10_000;

interface Props {
  command: Command;
  lock: MapLock;
  connection: Connection;
  /** another order of the lock has to end first */
  behind?: boolean;
  now: number;
}

/** Done or not, what opens the lock by password hangs on it. */
const setsPassword = (kind: CommandKind, { family }: MapLock): boolean =>
  kind === 'set_unlock_password' || (kind === 'factory_reset' && abilities[family].set_unlock_password !== 'no');

/** What is known about the command, and above all what is not yet. */
export const CommandNote = ({ command, lock, connection, behind = false, now }: Props) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const word = useDictionary('msg_ls').word(lock.lock_status);
  const state = trustedWord(word, trustOf(lock, useFresh(lock, connection)), lang);
  const causeWord = useCauseWord();
  const stageWord = useStageWord();
  const waitWords = useWaitWords();
  const overtaken = isOvertaken(command, lock);
  const since =
    overtaken && lock.lock_since ? [t('command.since', { state, time: shortTime(lock.lock_since, now) })] : [];
  const at = shortTime(command.evidence_time ?? command.create_time, now);
  const sentences = (): string[] => {
    if (command.evidence === 'confirmed') {
      const moved = t(command.kind === 'unseal' ? 'command.unsealed' : 'command.sealed', { time: at });
      const odd = command.state !== 'answered_ok' && command.state !== 'sent' && command.state !== 'uncertain';
      return odd ? [t('command.refusedYetMoved', { state: stageWord(command.state) }), ...since] : [moved, ...since];
    }
    if (command.evidence === 'contradicted') return [t('command.contradictedText', { state })];
    if (overtaken) return [t('command.wasHeld', { time: at }), ...since];
    if (command.evidence === 'possible' || command.evidence === 'held')
      return [commandSigns[command.evidence].meaning[lang]];
    const { meaning } = commandSigns[command.state];
    if (!movesMetal(command.kind) && command.state === 'answered_ok') return [t('command.answered')];
    const slow =
      (command.state === 'queued' || command.state === 'sent') && now - Date.parse(command.create_time) > SLOW
        ? [t('command.slow', { words: errors.issueTimedOut[lang] })]
        : [];
    if (command.state === 'sent') {
      // one whose place a newer order took is not sent again
      const cause = command.cause === null ? [] : [t('command.cause', { cause: causeWord(command) })];
      return [meaning[lang], ...cause, ...slow];
    }
    if (command.state === 'queued') {
      const wait = waitOf(command, lock, connection) ?? (behind ? ({ why: 'order' } as const) : null);
      return [
        ...(command.attempt > 0 ? [t('command.again', { times: command.attempt, most: MOST_ATTEMPTS })] : []),
        ...(wait === null && command.attempt === 0 ? [meaning[lang]] : []),
        ...waitWords(wait, command.expire_time, now),
        // one that waits as it should is not late
        ...(wait ? [] : slow),
      ];
    }
    if (command.state === 'uncertain' && setsPassword(command.kind, lock)) return [t('command.eitherPassword')];
    const ended =
      command.state === 'cancelled' && command.attempt > 0
        ? t('command.cancelledLater')
        : command.state === 'failed' && wasNeverSent(command)
          ? t('command.neverSent')
          : meaning[lang];
    if (command.cause !== null) return [ended, t('command.cause', { cause: causeWord(command) })];
    const seals = command.kind === 'unseal' && lock.lock_status === LockStatus.sealedLocked;
    return isUndecided(command) && seals ? [meaning[lang], t('command.staysAs', { state })] : [ended];
  };
  return (
    <p className="command-note" role="status">
      {sentences().join(lang === 'zh' ? '' : ' ')}
    </p>
  );
};
