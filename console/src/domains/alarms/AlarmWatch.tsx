import type { Alarm } from '@plomb/contract/alarms/alarms';
import { alarms } from '@plomb/contract/alarms/alarms';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { alarmAddress } from '../../lock/alarmAddress.ts';
import { alarmWord } from '../../lock/alarmWord.ts';
import { headOf } from '../../lock/names.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { onLive } from '../../platform/live.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useSettings } from '../../platform/settings.ts';
import { later } from '../../ui/later.tsx';
import { isSomethingOver } from '../../ui/over.ts';
import { away, caredFor, closed, takeIn, useWatched } from './alarmStore.ts';
import { openAnnouncer } from './announcer.ts';
import { catchUp } from './missed.ts';
import { isMuted, useMute } from './mute.ts';
import { allowSound, ring, soundAllowed, speak } from './sound.ts';
import { whatOf } from './whatOf.ts';
import './alarms.css';

const { claim, list } = alarms;
// fetched when the browser is idle, long before the first of them: what every page waits for stays small
const AlarmToasts = later(async () => (await import('./AlarmToasts.tsx')).AlarmToasts);

/**
 * Brings new alarms to whoever is looking, whatever page is open. Only critical ones come onto the screen, and stay until
 * somebody takes them; warnings wait behind the bell. `is_police_voice` lets alarms be heard at all; `is_voice` adds the
 * spoken words to the tone; who has muted them hears nothing until then. `unseen`: what is on the screen shows them itself.
 */
export const AlarmWatch = ({ unseen = false }: { unseen?: boolean }) => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const lang = useSettings((s) => s.lang);
  const preferences = usePreferences();
  const navigate = useNavigate();
  const may = useMay();
  const critical = useWatched((s) => s.critical);
  const mayList = may(list);
  const [silenced, setSilenced] = useState(false);
  /** for those who listen instead of looking; without ages, or it would be read out every ten seconds */
  const [spoken, setSpoken] = useState<{ worst: Alarm; count: number } | null>(null);

  const mute = useMute();
  const sounds = (): boolean => preferences?.is_police_voice !== 'F' && !isMuted(mute, serverNow());
  const sentence = (worst: Alarm, count: number): string => {
    const told = t('spoken', { kind: alarmWord(kinds, worst), device: headOf(worst) });
    const one = worst.owner === '' ? told : t('spokenAgain', { one: told });
    return count === 1 ? one : t('spokenMany', { count, one });
  };
  const rings = useEffectEvent((urgent: boolean) => {
    if (!sounds()) return;
    if (soundAllowed()) ring(urgent);
    else setSilenced(true);
  });
  const says = useEffectEvent((worst: Alarm, count: number, again: boolean) => {
    // who listens to a screen was told once; it goes on ringing for the room
    if (!again) setSpoken({ worst, count });
    const words = again ? t('spokenWaits', { one: sentence(worst, 1), count }) : sentence(worst, count);
    if (sounds() && soundAllowed() && preferences?.is_voice !== 'F') speak(words, lang);
  });
  useEffect(() => {
    const announcer = openAnnouncer({
      ring: (urgent) => rings(urgent),
      say: (worst, count, again) => says(worst, count, again),
      waiting: () => useWatched.getState().critical.filter((a) => a.owner === ''),
    });
    // the events of one piece of the stream are taken in together
    let burst: Alarm[] = [];
    let soon: ReturnType<typeof setTimeout> | null = null;
    const flush = (): void => {
      soon = null;
      announcer.hear(takeIn(burst.splice(0)));
    };
    const hear = (alarms: readonly Alarm[]): void => {
      burst.push(...alarms);
      soon ??= setTimeout(flush, 0);
    };
    const unhear = [
      onLive('alarm', ({ alarm }) => hear([alarm])),
      mayList
        ? catchUp({
            standing: () => new Set(useWatched.getState().critical.map((a) => a.id)),
            isKnown: (id) => useWatched.getState().known.has(id),
            tell(alarms, gone) {
              closed(gone);
              hear(alarms);
            },
          })
        : () => {},
    ];
    return () => {
      for (const u of unhear) u();
      if (soon !== null) clearTimeout(soon);
      burst = [];
      announcer.stop();
    };
  }, [mayList]);
  useEffect(() => {
    const touched = (): void => void allowSound().then((on) => on && setSilenced(false));
    for (const name of ['pointerdown', 'keydown'] as const) window.addEventListener(name, touched, { once: true });
    return () => {
      for (const name of ['pointerdown', 'keydown'] as const) window.removeEventListener(name, touched);
    };
  }, []);

  const [first, ...rest] = critical;
  const take = async (taken: Alarm): Promise<void> => {
    try {
      await send(claim, { id: taken.id });
      said(t('toast.taken', whatOf(kinds, taken)));
      caredFor(taken.id);
      // what is being asked about another lock is finished first
      if (!isSomethingOver()) void navigate(`/alarm?id=${taken.id}`);
    } catch {
      // said by the client; the toast stays
    }
  };
  return (
    <>
      <p className="unseen" role="alert">
        {spoken && sentence(spoken.worst, spoken.count)}
      </p>
      {first && !unseen && (
        <AlarmToasts
          // bell, tone and voice tell of it meanwhile, and it is tried again when the server is heard
          missing={() => undefined}
          critical={[first, ...rest]}
          take={may(claim) ? take : null}
          locate={(alarm) => void navigate(alarmAddress(alarm))}
          close={({ id, owner }) => (owner === '' ? away : caredFor)(id)}
          unmute={silenced ? () => void allowSound().then((on) => setSilenced(!on)) : null}
        />
      )}
    </>
  );
};
