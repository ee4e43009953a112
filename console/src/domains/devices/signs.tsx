import { trustedWord, trustOf } from '@plomb/contract/stateTrust';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow, useRelative } from '../../platform/time.ts';
import { StateSign, StateWord } from '../../ui/sign/StateSign.tsx';
import type { Device } from './device.ts';

/** The lock state as sign, word and age. Only what is abnormal colours its word. */
export const State = ({ device }: { device: Device }) => {
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const now = useNow();
  const trust = trustOf(device, device.fresh);
  return (
    <span className="state">
      <StateSign
        status={device.lock_status}
        connection={device.connection}
        trust={trust}
        lang={lang}
        size={19}
        decorative
      />
      {device.lock_status === 3 ? (
        <StateWord status={3} trust={trust} lang={lang} />
      ) : (
        trustedWord(states.word(device.lock_status), trust, lang)
      )}
      {device.lock_since && <small>{duration(device.lock_since, now, lang)}</small>}
    </span>
  );
};
/**
 * The connection, and how old everything shown about this lock is. A late lock's age is gold. `out`: nobody waits for
 * its word any more.
 */
export const AsOf = ({ device, out = false }: { device: Pick<Device, 'connection' | 'seen_time'>; out?: boolean }) => {
  const { t } = useTranslation('devices');
  const connections = useDictionary('connection');
  const relative = useRelative();
  return (
    <span className="as-of" data-connection={out ? undefined : device.connection}>
      {!out && <i aria-hidden="true" />}
      {out ? t('outOfService') : connections.word(device.connection)}
      <small>{device.seen_time ? relative(device.seen_time) : t('never')}</small>
    </span>
  );
};
