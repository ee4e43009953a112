import { trustedWord, trustOf } from '@plomb/contract/lock/trust';
import { useTranslation } from 'react-i18next';
import { PutAsideShort } from '../../lock/PutAside.tsx';
import { shortTime } from '../../lock/shortTime.ts';
import { StateSign, StateWord } from '../../lock/sign/StateSign.tsx';
import { useConnectionWord } from '../../lock/useConnectionWord.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDeafSince } from '../../platform/network.ts';
import { useSettings } from '../../platform/settings.ts';
import { duration, useNow, useRelative } from '../../platform/time.ts';
import { type Device, isOut } from './device.ts';

/** The lock state as sign, word and age. Only what is abnormal colours its word. */
export const State = ({ device }: { device: Device }) => {
  const lang = useSettings((s) => s.lang);
  const states = useDictionary('msg_ls');
  const now = useNow();
  const out = isOut(device);
  const trust = trustOf(device, useDeafSince() === null && device.fresh && !out);
  return (
    <span className="state" data-out={out}>
      <StateSign
        status={device.lock_status}
        connection={out ? 'online' : device.connection}
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
interface AsOfProps {
  device: Pick<Device, 'id' | 'connection' | 'seen_time' | 'aside_since'>;
  out?: boolean;
  /** a link may stand here */
  linked?: boolean;
}
/**
 * The connection, and how old everything shown about this lock is. A late lock's age is gold. What is put aside
 * makes nothing of it younger. `out`: nobody waits for its word any more.
 */
export const AsOf = ({ device, out = false, linked = false }: AsOfProps) => {
  const { t } = useTranslation('devices');
  const connectionWord = useConnectionWord();
  const relative = useRelative();
  const now = useNow();
  // nothing is heard: how reachable it is now nobody knows, and an age would seem to be kept current
  const deaf = useDeafSince() !== null;
  const seen = device.seen_time;
  return (
    <span className="as-of" data-connection={out || deaf ? undefined : device.connection}>
      {!out && !deaf && <i aria-hidden="true" />}
      {out ? t('outOfService') : connectionWord(device.connection)}
      {device.aside_since && !out && <PutAsideShort since={device.aside_since} {...(linked && { id: device.id })} />}
      {/* of one that is silent since, that is the news */}
      {(!device.aside_since || out || device.connection === 'late' || device.connection === 'offline') && (
        <small>{!seen ? t('never') : deaf ? shortTime(seen, now) : relative(seen)}</small>
      )}
    </span>
  );
};
