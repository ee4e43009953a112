import type { Alarm } from '@plomb/contract/alarms/alarms';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeys } from '../../ui/keys.ts';
import { AlarmToast } from './AlarmToast.tsx';
import './toast.css';

/** An open dialog takes the focus back from whatever stands outside of it; not from here. */
const reachable = (section: HTMLElement | null): (() => void) | undefined => {
  if (!section) return;
  const keep = (event: Event): void => event.stopPropagation();
  section.addEventListener('focusin', keep);
  return () => section.removeEventListener('focusin', keep);
};

/** Milliseconds: a press that comes sooner was meant for what stood there before. */
const ARRIVING = 700;

interface Props {
  /** what should be seen first stands first; never empty */
  critical: readonly [Alarm, ...Alarm[]];
  take: ((alarm: Alarm) => Promise<void>) | null;
  locate: (alarm: Alarm) => void;
  close: (alarm: Alarm) => void;
  unmute: (() => void) | null;
}

/**
 * One critical alarm at a time: the first, unless somebody turned to another since it came. What a hand is about to press
 * does not change below it: with the pointer or the focus here, a newer one waits and says so.
 */
export const AlarmToasts = ({ critical, take, locate, close, unmute }: Props) => {
  const { t } = useTranslation('alarms');
  const section = useRef<HTMLElement>(null);
  const pointed = useRef(false);
  const [arriving, setArriving] = useState(true);
  const changed = useRef(Number.NEGATIVE_INFINITY);
  const [first] = critical;
  const [turned, setTurned] = useState({ to: first.id, first: first.id });
  const place = Math.max(
    0,
    critical.findIndex((a) => a.id === turned.to),
  );
  const alarm = critical[place] ?? first;
  // without a pointer a finger leaves no trace of where it is
  const isHandled = (): boolean => pointed.current || section.current?.contains(document.activeElement) === true;
  const came = first.id > turned.first;
  const leave = (): void => {
    if (came && !isHandled()) setTurned({ to: first.id, first: first.id });
  };
  useEffect(() => {
    if (came && !isHandled()) {
      setTurned({ to: first.id, first: first.id });
      changed.current = performance.now();
    }
    // what stood here was taken: the one that is read now is held as well as that was
    else if (turned.to !== alarm.id) setTurned({ to: alarm.id, first: first.id });
  });
  useEffect(() => {
    const timer = setTimeout(() => setArriving(false), ARRIVING);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => reachable(section.current), []);
  // from anywhere, since the tab key stays within a dialog
  useKeys(t('keys.title'), [
    {
      keys: ['F8'],
      does: t('keys.come'),
      inFields: true,
      everywhere: true,
      press: () => section.current?.querySelector<HTMLElement>('.alarm-toast-actions button')?.focus(),
    },
  ]);
  return (
    <section
      ref={section}
      className="alarm-toasts"
      data-arriving={arriving}
      aria-label={t('toast.label')}
      aria-keyshortcuts="F8"
      onPointerEnter={({ pointerType }) => {
        pointed.current = pointerType !== 'touch';
      }}
      onPointerLeave={() => {
        pointed.current = false;
        leave();
      }}
      // a finger that was on its way to the one before takes nothing; a key names what it presses, and to turn is no deed
      onClickCapture={(event) => {
        const { detail, target } = event;
        const turns = target instanceof Element && target.closest('.alarm-toast-turn, .alarm-toast-more');
        if (detail > 0 && !turns && performance.now() - changed.current < ARRIVING) event.stopPropagation();
      }}
      onBlur={({ relatedTarget }) => {
        if (!section.current?.contains(relatedTarget)) leave();
      }}
    >
      <AlarmToast
        key={alarm.id}
        alarm={alarm}
        place={place}
        count={critical.length}
        toNewest={came && alarm !== first ? () => setTurned({ to: first.id, first: first.id }) : null}
        turn={(by) => {
          const next = critical[(place + by + critical.length) % critical.length] ?? first;
          setTurned({ to: next.id, first: first.id });
        }}
        take={take && alarm.owner === '' ? () => take(alarm) : null}
        locate={() => locate(alarm)}
        close={() => close(alarm)}
        unmute={unmute}
      />
    </section>
  );
};
