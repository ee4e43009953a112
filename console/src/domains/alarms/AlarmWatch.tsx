import type { Alarm } from '@plomb/contract/alarms';
import { calls } from '@plomb/contract/calls';
import { Button } from 'antd';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { onLive } from '../../platform/live.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useSettings } from '../../platform/settings.ts';
import { AlarmToast } from './AlarmToast.tsx';
import { allowSound, ring, soundAllowed, speak } from './sound.ts';
import { type Watched, watched } from './watch.ts';

/** Alarms on the screen at one time; the rest is a line that leads to the list. */
const most = 3;

/**
 * Brings new alarms to whoever is looking, whatever page is open. `is_police_voice` lets alarms be heard at all;
 * `is_voice` adds the spoken words to the tone.
 */
export const AlarmWatch = () => {
  const { t } = useTranslation('alarms');
  const kinds = useDictionary('alarm_kind');
  const lang = useSettings((s) => s.lang);
  const preferences = usePreferences();
  const navigate = useNavigate();
  const may = useMay();
  const [state, setState] = useState<Watched>({ shown: [], known: new Set() });
  const [silenced, setSilenced] = useState(false);

  const heard = useEffectEvent((alarm: Alarm): void => {
    const next = watched(state, alarm);
    setState(next);
    if (!next.news || preferences?.is_police_voice === 'F') return;
    if (!soundAllowed()) {
      setSilenced(true);
      return;
    }
    ring(alarm.severity === 'critical');
    if (preferences?.is_voice !== 'F')
      speak(t('spoken', { kind: kinds.word(alarm.kind), device: alarm.subject || alarm.device_name }), lang);
  });
  useEffect(() => onLive('alarm', ({ alarm }) => heard(alarm)), []);
  useEffect(() => {
    const touched = (): void => void allowSound().then((on) => on && setSilenced(false));
    for (const name of ['pointerdown', 'keydown'] as const) window.addEventListener(name, touched, { once: true });
    return () => {
      for (const name of ['pointerdown', 'keydown'] as const) window.removeEventListener(name, touched);
    };
  }, []);

  const drop = (id: number): void => setState((s) => ({ ...s, shown: s.shown.filter((a) => a.id !== id) }));
  const take = async (alarm: Alarm): Promise<void> => {
    try {
      await send(calls.alarms.claim, { id: alarm.id });
      said(t('toast.taken'));
      drop(alarm.id);
      void navigate(`/alarm?id=${alarm.id}`);
    } catch {
      // said by the client; the toast stays
    }
  };
  const rest = state.shown.length - most;
  return (
    <section className="alarm-toasts" aria-label={t('toast.label')} aria-live="assertive">
      {state.shown.slice(0, most).map((alarm) => (
        <AlarmToast
          key={alarm.id}
          alarm={alarm}
          take={may(calls.alarms.claim) ? () => take(alarm) : null}
          locate={() => {
            drop(alarm.id);
            void navigate(`/map?id=${alarm.device_id}`);
          }}
          close={() => drop(alarm.id)}
        />
      ))}
      {rest > 0 && (
        <Button
          size="small"
          onClick={() => {
            setState((s) => ({ ...s, shown: [] }));
            void navigate('/alarm?status=unprocessed');
          }}
        >
          {t('toast.more', { count: rest })}
        </Button>
      )}
      {silenced && (
        <p className="alarm-silenced">
          {t('toast.soundOff')}
          <Button size="small" onClick={() => void allowSound().then((on) => setSilenced(!on))}>
            {t('toast.soundOn')}
          </Button>
        </p>
      )}
    </section>
  );
};
