import type { OutputOf } from '@plomb/contract/kit/call';
import { outlineOf } from '@plomb/contract/lock/outline';
import { mapCalls } from '@plomb/contract/map/domain';
import { fenceMargin } from '@plomb/contract/map/fences';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DeviceLink } from '../../lock/DeviceLink.tsx';
import { useScheduleWords } from '../../lock/useScheduleWords.ts';
import { extentOf } from '../../map/draw/drawn.ts';
import type { MapHandle } from '../../map/handle.ts';
import { MapView } from '../../map/MapView.tsx';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useDark, useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { FenceColour } from './FenceColour.tsx';
import { fenceMarks } from './fenceMarks.ts';
import './fences.css';

type Fence = Omit<OutputOf<(typeof mapCalls)['fences']['detail']>, 'version'>;

/** A fence as it was drawn, and the locks in it. */
export const FenceDetail = ({ fence }: { fence: Fence }) => {
  const { t } = useTranslation('map');
  const number = useNumber();
  const when = useScheduleWords();
  const types = useDictionary('fence_type');
  const alarms = useDictionary('fence_alarm');
  const bounds = useDictionary('fence_bound');
  const { lang, colour } = useSettings();
  const mode = useDark() ? 'dark' : 'light';
  const [map, setMap] = useState<MapHandle | null>(null);
  const outline = outlineOf({ geometry: fence.fence_context, radius: fence.radius });
  const inside = useQuery({
    queryKey: [mapCalls.fences.locks.path, fence.id],
    queryFn: () => send(mapCalls.fences.locks, { id: fence.id }, { quiet: true }),
  }).data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another fence is brought into view, and not each reading of it
  useEffect(() => {
    if (map && outline) map.fit(extentOf(outline), 15);
  }, [map, fence.id]);
  const names = fence.bound === 'devices' ? fence.device_list : [];
  return (
    <>
      <div className="fence-map">
        <MapView
          mode={mode}
          colour={colour}
          lang={lang}
          label={t('fences.map')}
          fences={fenceMarks([{ ...fence, is_show: true }]).map((mark) => ({ ...mark, margin: fenceMargin }))}
          onHandle={setMap}
        />
      </div>
      <Facts>
        <Fact name={t('fences.state')}>
          <DictTag code="enable_status" value={fence.status} />
        </Fact>
        <Fact name={t('fences.type')}>
          {types.word(fence.fence_type)}
          {fence.fence_type === 'circle' && ` · ${t('fences.radiusOf', { metres: number(fence.radius ?? 0) })}`}
          {fence.fence_type === 'line' && ` · ${t('fences.widthOf', { metres: number(2 * (fence.radius ?? 0)) })}`}
        </Fact>
        <Fact name={t('fences.colour')}>
          <FenceColour colour={fence.colour} named />
        </Fact>
        <Fact name={t('fences.alarmOn')}>{alarms.word(fence.alarm_on)}</Fact>
        <Fact name={t('fences.when')}>{when(fence.schedule)}</Fact>
        <Fact name={t('fences.bound')}>
          {bounds.word(fence.bound)}
          {fence.bound === 'types' &&
            `: ${fence.device_type_list.map(({ device_type_name }) => device_type_name).join(', ')}`}
          {names.length > 0 && (
            <ul className="fence-locks">
              {names.map((lock) => (
                <li key={lock.id}>
                  <DeviceLink id={lock.id}>
                    {lock.subject || lock.device_name} <span className="mono">{lock.sn}</span>
                  </DeviceLink>
                </li>
              ))}
            </ul>
          )}
        </Fact>
        <Fact name={t('fences.inside')}>
          {inside && (
            <>
              {t(inside.atLeast ? 'fences.insideAtLeast' : 'fences.insideCount', { count: inside.total })}
              {inside.leaving > 0 && (
                <b className="fence-leaving"> · {t('fences.leavingCount', { count: inside.leaving })}</b>
              )}
              <ul className="fence-locks">
                {inside.rows.map((lock) => (
                  <li key={lock.id}>
                    <DeviceLink id={lock.id}>
                      {lock.subject || lock.device_name} <span className="mono">{lock.sn}</span>
                    </DeviceLink>
                    {lock.leaving && <b className="fence-leaving"> {t('fences.leaving', { metres: fenceMargin })}</b>}
                  </li>
                ))}
              </ul>
            </>
          )}
        </Fact>
        <Fact name={t('fences.shown')}>{t(fence.is_show ? 'fences.yes' : 'fences.no')}</Fact>
        <Fact name={t('fences.organisation')}>{fence.org_name}</Fact>
        <Fact name={t('fences.created')}>{clockTime(fence.create_time)}</Fact>
      </Facts>
    </>
  );
};
