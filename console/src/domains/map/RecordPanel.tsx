import { AimOutlined, CloseOutlined } from '@ant-design/icons';
import { fences } from '@plomb/contract/map/fences';
import { interests } from '@plomb/contract/map/interests';
import { AT_POINT } from '@plomb/contract/map/onMap';
import { Alert, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { headOf, nameBelow } from '../../lock/names.ts';
import { PlaceWords } from '../../lock/PlaceWords.tsx';
import { StateSign } from '../../lock/sign/StateSign.tsx';
import { useScheduleWords } from '../../lock/useScheduleWords.ts';
import { failureWords } from '../../platform/answer.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime, useRelative } from '../../platform/time.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { coordinatesOf } from './coordinates.ts';
import { FenceColour } from './FenceColour.tsx';
import type { Picked } from './useRecord.ts';
import type { Record, RecordData } from './useRecordData.ts';
import './recordPanel.css';

interface Props {
  picked: Picked;
  of: RecordData;
  /** brings it into view */
  show: () => void;
  choose: (lock: number) => void;
  close: () => void;
}

/** A fence or a point of interest that was picked on the map: what it is, and which locks are there now. */
export const RecordPanel = ({ picked, of: { data, failed, asOf, again }, show, choose, close }: Props) => {
  const { t } = useTranslation(['map', 'ui']);
  const lang = useSettings((s) => s.lang);
  const name = data ? (data.of === 'fence' ? data.record.fence_name : data.record.interest_name) : '';
  return (
    <section className="lock-panel record-panel" aria-label={t(`record.${picked.of}`, { name })}>
      <header className="lock-head">
        <h2>{name || t(`found.${picked.of}`)}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('record.close')} onClick={close} />
        {data && <p>{data.record.org_name}</p>}
      </header>
      {failed ? (
        <Blank kind="failed" title={t('record.failed')} text={failureWords(failed, lang)}>
          <Button type="primary" onClick={again}>
            {t('ui:retry')}
          </Button>
        </Blank>
      ) : data ? (
        <Known of={data} asOf={asOf} show={show} choose={choose} />
      ) : (
        <Skeleton active className="lock-skeleton" paragraph={{ rows: 6 }} />
      )}
    </section>
  );
};

const Known = ({ of, asOf, show, choose }: { of: Record; asOf: string | null } & Pick<Props, 'show' | 'choose'>) => {
  const { t } = useTranslation(['map', 'ui']);
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const relative = useRelative();
  const navigate = useNavigate();
  const may = useMay();
  const { locks, total, atLeast } = of.record;
  const isFence = of.of === 'fence';
  return (
    <>
      <div className="lock-body">
        {asOf !== null && <Alert type="warning" showIcon title={t('record.old', { time: clockTime(asOf) })} />}
        <dl className="record-facts">
          {of.of === 'fence' ? <FenceFacts of={of.record} /> : <PointFacts of={of.record} />}
        </dl>
        <h3>
          {t(isFence ? 'record.inIt' : 'record.near', { metres: AT_POINT })}
          <b>{atLeast ? t('record.atLeast', { number: number(total) }) : number(total)}</b>
        </h3>
        {total === 0 && <p className="record-none">{t('record.none')}</p>}
        <ul className="record-locks">
          {locks.map((lock) => (
            <li key={lock.id}>
              <button type="button" onClick={() => choose(lock.id)}>
                <StateSign status={lock.lock_status} lang={lang} size={22} />
                <span>
                  <b>{headOf(lock)}</b>
                  {nameBelow(lock) && <small>{nameBelow(lock)}</small>}
                </span>
                {lock.place_time && <time>{relative(lock.place_time)}</time>}
              </button>
            </li>
          ))}
        </ul>
        {total > locks.length && <p className="record-none">{t('selection.more', { count: total - locks.length })}</p>}
      </div>
      <footer className="record-foot">
        <Button icon={<AimOutlined />} onClick={show}>
          {t('record.show')}
        </Button>
        {may(isFence ? fences.detail : interests.detail) && (
          <Button onClick={() => void navigate(`/${isFence ? 'fence' : 'interest'}?id=${of.record.id}`)}>
            {t('record.open')}
          </Button>
        )}
      </footer>
    </>
  );
};

const FenceFacts = ({ of }: { of: Extract<Record, { of: 'fence' }>['record'] }) => {
  const { t } = useTranslation('map');
  const number = useNumber();
  const when = useScheduleWords();
  const types = useDictionary('fence_type');
  const alarms = useDictionary('fence_alarm');
  const radius = of.radius ?? 0;
  return (
    <>
      <dt>{t('fences.type')}</dt>
      <dd>
        {types.word(of.fence_type)}
        {of.fence_type === 'circle' && ` · ${t('fences.radiusOf', { metres: number(radius) })}`}
        {of.fence_type === 'line' && ` · ${t('fences.widthOf', { metres: number(2 * radius) })}`}
      </dd>
      <dt>{t('fences.alarmOn')}</dt>
      <dd>{alarms.word(of.alarm_on)}</dd>
      <dt>{t('fences.when')}</dt>
      <dd>{when(of.schedule)}</dd>
      <dt>{t('fences.colour')}</dt>
      <dd>
        <FenceColour colour={of.colour} named />
      </dd>
      {!of.is_show && (
        <>
          <dt>{t('fences.shown')}</dt>
          <dd>{t('record.hidden')}</dd>
        </>
      )}
    </>
  );
};

const PointFacts = ({ of: { lng, lat } }: { of: Extract<Record, { of: 'interest' }>['record'] }) => {
  const { t } = useTranslation('map');
  return (
    <>
      <dt>{t('record.place')}</dt>
      <dd>
        <PlaceWords lon={lng} lat={lat} />
        <span className="mono">{coordinatesOf([lng, lat])}</span>
      </dd>
    </>
  );
};
