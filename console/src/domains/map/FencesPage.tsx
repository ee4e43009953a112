import { EnvironmentOutlined } from '@ant-design/icons';
import { outlineOf } from '@plomb/contract/lock/outline';
import { mapCalls } from '@plomb/contract/map/domain';
import { fenceTypes } from '@plomb/contract/map/fences';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useScheduleWords } from '../../lock/useScheduleWords.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { clockTime } from '../../platform/time.ts';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { StatusSwitch } from '../../ui/list/StatusSwitch.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { useOwnAddress } from '../../ui/useOwnAddress.ts';
import { placeIn } from './coordinates.ts';
import { FenceColour } from './FenceColour.tsx';
import { GeoFileTools } from './GeoFileTools.tsx';
import { InsideCount } from './InsideCount.tsx';
import './fences.css';

const of = mapCalls.fences;
const FenceForm = later(async () => (await import('./FenceForm.tsx')).FenceForm, { meanwhile: <Coming /> });
const FencesMap = later(async () => (await import('./FencesMap.tsx')).FencesMap);
const FenceDetail = later(async () => (await import('./FenceDetail.tsx')).FenceDetail, { meanwhile: <Coming /> });

/** The lock that is to be tracked: the new fence is for it alone. See `trackingAddress`. */
const trackedIn = (address: URLSearchParams) => {
  const id = Number(address.get('track'));
  const isOne = Number.isSafeInteger(id) && id > 0;
  return isOne ? { id, name: address.get('name') ?? '', at: placeIn(address.get('at') ?? '') } : null;
};

/** Areas that ring when locks go in or out. */
export const FencesPage = () => {
  const { t } = useTranslation('map');
  const { t: ui } = useTranslation('ui');
  const number = useNumber();
  const when = useScheduleWords();
  const states = useDictionary('enable_status');
  const types = useDictionary('fence_type');
  const alarms = useDictionary('fence_alarm');
  const bounds = useDictionary('fence_bound');
  const mayStatus = useMay()(of.status);
  const mayMap = useMay()(mapCalls.map.fences);
  const [onMap, setOnMap] = useState(false);
  const queries = useQueryClient();
  const [address, setAddress] = useOwnAddress();
  const tracked = trackedIn(address);
  // once its form is closed, the next fence is for whichever locks it is drawn for
  useEffect(() => {
    if (!address.has('track') || address.has('edit')) return;
    setAddress(
      (before) => {
        for (const name of ['track', 'name', 'at']) before.delete(name);
        return before;
      },
      { replace: true },
    );
  }, [address, setAddress]);
  const changed = async (): Promise<void> => {
    said(ui('modified'));
    await Promise.all(
      [of.list, of.detail, mapCalls.map.fences].map(({ path }) => queries.invalidateQueries({ queryKey: [path] })),
    );
  };
  return (
    <ResourcePage
      of={of}
      noun={t('fences.noun')}
      columns={[
        {
          title: t('fences.name'),
          dataIndex: 'fence_name',
          sorter: true,
          width: 220,
          ellipsis: true,
          render: (_, fence) => (
            <span className="fence-colour">
              <FenceColour colour={fence.colour} /> {fence.fence_name}
            </span>
          ),
        },
        {
          title: t('fences.state'),
          dataIndex: 'status',
          width: 120,
          render: (_, fence) => (
            <StatusSwitch
              of={of.status}
              row={fence}
              name={fence.fence_name}
              consequence={(to) => t(to === 1 ? 'fences.enabling' : 'fences.disabling', { count: fence.devices })}
              done={changed}
              may={mayStatus}
            />
          ),
        },
        {
          title: t('fences.type'),
          dataIndex: 'fence_type',
          width: 100,
          render: (type: (typeof fenceTypes)[number]) => types.word(type),
        },
        {
          title: t('fences.alarmOn'),
          dataIndex: 'alarm_on',
          width: 150,
          render: (_, fence) => alarms.word(fence.alarm_on),
        },
        {
          title: t('fences.nowInside'),
          key: 'inside',
          width: 100,
          align: 'end' as const,
          render: (_, fence) => <InsideCount id={fence.id} />,
        },
        {
          title: t('fences.when'),
          dataIndex: 'schedule',
          width: 240,
          ellipsis: true,
          render: (_, fence) => when(fence.schedule),
        },
        {
          title: t('fences.bound'),
          dataIndex: 'bound',
          width: 220,
          ellipsis: true,
          render: (_, fence) => bounds.word(fence.bound),
        },
        { title: t('fences.locks'), dataIndex: 'devices', width: 90, align: 'end' as const, render: number },
        {
          title: t('fences.shown'),
          dataIndex: 'is_show',
          width: 110,
          render: (is: boolean) => t(is ? 'fences.yes' : 'fences.no'),
        },
        { title: t('fences.organisation'), dataIndex: 'org_name', width: 160, ellipsis: true },
        { title: t('fences.created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
      ]}
      name={(fence) => fence.fence_name}
      actions={
        <>
          {mayMap && (
            <Button
              className="fences-on-map"
              aria-pressed={onMap}
              icon={<EnvironmentOutlined />}
              onClick={() => setOnMap(!onMap)}
            >
              {t('onMap.show')}
            </Button>
          )}
          <GeoFileTools />
        </>
      }
      notice={onMap && mayMap && <FencesMap />}
      search={t('fences.search')}
      filters={
        <>
          <FilterChip
            name="status"
            label={t('fences.state')}
            options={([1, 2] as const).map((status) => ({ value: status, label: states.word(status) }))}
          />
          <FilterChip
            name="fence_type"
            label={t('fences.type')}
            options={fenceTypes.map((type) => ({ value: type, label: types.word(type) }))}
          />
        </>
      }
      detail={(fence) => <FenceDetail fence={fence} />}
      form={(fence) => (
        <div className="fence-form">
          <FenceForm fence={fence} tracked={tracked} />
        </div>
      )}
      toForm={({ device_list, device_type_list, fence_context, ...fence }) => ({
        ...fence,
        outline: outlineOf({ geometry: fence_context, radius: fence.radius }) as never,
        device_ids: device_list.map(({ id }) => id),
        device_type_ids: device_type_list.map(({ id }) => id),
      })}
      blank={{
        status: 1,
        is_show: true,
        colour: 'violet',
        alarm_on: tracked ? 'both' : 'leave',
        ...(tracked && { fence_name: tracked.name }),
        bound: tracked ? 'devices' : 'all',
        schedule: null,
        device_ids: tracked ? [tracked.id] : [],
        device_type_ids: [],
      }}
      empty={{ title: t('fences.emptyTitle'), text: t('fences.emptyText') }}
      consequence={(names) => t('fences.consequence', { names })}
      disabling={(rows) => (
        <p>{t('fences.disabling', { count: rows.reduce((sum, { devices }) => sum + devices, 0) })}</p>
      )}
      words={{ status: states.words, fence_type: types.words, alarm_on: alarms.words, bound: bounds.words }}
    />
  );
};
