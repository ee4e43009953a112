import {
  CaretRightOutlined,
  CloseOutlined,
  FullscreenOutlined,
  LeftOutlined,
  PauseOutlined,
  RightOutlined,
} from '@ant-design/icons';
import type { AlarmSeverityName } from '@plomb/contract/alarms/severity';
import { Button, Segmented } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shortTime } from '../../../lock/shortTime.ts';
import { useNow } from '../../../platform/time.ts';
import { OrganisationSelect } from '../../../ui/form/OrganisationSelect.tsx';
import type { Organisation } from '../../../ui/organisationNodes.ts';
import type { WallChoice } from './address.ts';

/** Milliseconds after which it goes when nobody moves the pointer. */
const GONE = 5000;

/** Whether somebody is at the pointer. */
const useHand = (): boolean => {
  const [moved, setMoved] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | null = null;
    const come = (): void => {
      setMoved(true);
      if (timer !== null) clearTimeout(timer);
      timer = setTimeout(() => setMoved(false), GONE);
    };
    for (const event of ['pointermove', 'pointerdown'] as const) window.addEventListener(event, come);
    return () => {
      if (timer !== null) clearTimeout(timer);
      for (const event of ['pointermove', 'pointerdown'] as const) window.removeEventListener(event, come);
    };
  }, []);
  return moved;
};

/** What a person does with a wall: it comes with the pointer or the focus, and goes again. */
export const WallBar = (props: {
  choice: WallChoice;
  change: (part: Partial<WallChoice>) => void;
  organisations: readonly Organisation[];
  held: boolean;
  step: (by: 1 | -1) => void;
  hold: () => void;
  full: () => void;
  leave: () => void;
  /** null: this session only looks already */
  stay: (() => void) | null;
  until: string | null;
}) => {
  const { choice, change, organisations, held, step, hold, full, leave, stay, until } = props;
  const { t } = useTranslation('map/wall');
  const hand = useHand();
  const now = useNow();
  return (
    <div className="wall-bar" role="toolbar" aria-label={t('bar.label')} data-shown={hand}>
      <Button icon={<LeftOutlined />} aria-label={t('bar.previous')} onClick={() => step(-1)} />
      <Button
        icon={held ? <CaretRightOutlined /> : <PauseOutlined />}
        aria-label={t(held ? 'bar.go' : 'bar.hold')}
        aria-pressed={held}
        onClick={hold}
      />
      <Button icon={<RightOutlined />} aria-label={t('bar.next')} onClick={() => step(1)} />
      {organisations.length > 1 && (
        <OrganisationSelect
          of={organisations}
          allowClear
          aria-label={t('bar.orgLabel')}
          placeholder={t('bar.org')}
          className="wall-org"
          popupMatchSelectWidth={false}
          {...(choice.org !== undefined && { value: choice.org })}
          onChange={(org: number | undefined) => change({ org })}
        />
      )}
      <Segmented<'all' | AlarmSeverityName>
        aria-label={t('bar.severity')}
        value={choice.severity ?? 'all'}
        onChange={(severity) => change({ severity: severity === 'all' ? null : severity })}
        options={[
          { value: 'all', label: t('bar.all') },
          { value: 'critical', label: t('bar.critical') },
        ]}
      />
      {stay && <Button onClick={stay}>{t('bar.stay')}</Button>}
      {until !== null && <span className="wall-until">{t('bar.until', { time: shortTime(until, now) })}</span>}
      <Button icon={<FullscreenOutlined />} aria-label={t('bar.full')} onClick={full} />
      <Button icon={<CloseOutlined />} onClick={leave}>
        {t(until === null ? 'bar.leave' : 'bar.end')}
      </Button>
    </div>
  );
};
