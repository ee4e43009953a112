import { AimOutlined } from '@ant-design/icons';
import { baseMapKinds, keySealedFor } from '@plomb/contract/basemaps/baseMaps';
import { baseMapCalls } from '@plomb/contract/basemaps/domain';
import type { InputOf } from '@plomb/contract/kit/call';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { useShownParams } from '../../platform/params.ts';
import { sealedFor } from '../../platform/signIn.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag, WordTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import type { RecordOf } from '../../ui/list/resourceTypes.ts';
import { StatusSwitch } from '../../ui/list/StatusSwitch.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { sizeOf } from '../../ui/sizeOf.ts';
import { BaseMapCard, type BaseMapRow } from './BaseMapCard.tsx';
import { BaseMapFields } from './BaseMapFields.tsx';
import { KeyEnd } from './KeyEnd.tsx';
import { MapsOrder } from './MapsOrder.tsx';
import { Previews } from './Previews.tsx';
import { LandmarkCell, TrialCell } from './TrialCells.tsx';
import { useMapsChanged, useTrials, useTrying } from './useTrials.ts';

const of = baseMapCalls.baseMaps;
type One = RecordOf<typeof of>;
type Written = InputOf<typeof of.add>;

/** A key leaves the browser sealed; one that was not typed stays as it is. */
const prepare = async ({ secret, ...values }: Written): Promise<Written> =>
  secret?.trim() ? { ...values, secret: await sealedFor(keySealedFor, secret) } : values;
const blank = {
  kind: 'upload',
  path: null,
  url: '',
  tile_schema: 'raster',
  datum: 'wgs84',
  attribution: '',
  min_zoom: 0,
  max_zoom: 18,
  for_below: true,
  is_default: false,
} as const satisfies Partial<Written>;

/** What lies below the locks on a map: the offline map is always there, these are chosen on top of it. */
export const BaseMapsPage = () => {
  const { t } = useTranslation('basemaps');
  const { t: ui } = useTranslation('ui');
  const kinds = useDictionary('base_map_kind');
  const mayTry = useMay()(of.tried);
  const isTrying = useTrying(({ ids }) => ids.length > 0);
  const { run, own } = useTrials();
  const tries = (id: number): boolean => mayTry && (own ?? []).some((one) => one.id === id);
  const mayStatus = useMay()(of.status);
  const changed = useMapsChanged();
  const turned = async (): Promise<void> => {
    said(ui('modified'));
    await changed();
  };
  const isRoot = useShownParams()?.changes_global ?? false;
  const statuses = [
    { value: 1, label: t('enabled') },
    { value: 2, label: t('disabled') },
  ];
  return (
    <ResourcePage
      of={of}
      noun={t('noun')}
      columns={[
        ...useColumns(),
        {
          title: '',
          key: 'acts',
          width: 190,
          render: (_: unknown, row: BaseMapRow) => (
            <div className="base-map-acts">
              {tries(row.id) && (
                <Button icon={<AimOutlined aria-hidden />} disabled={isTrying} onClick={() => void run([row.id])}>
                  {t('test')}
                </Button>
              )}
              <StatusSwitch
                of={of.status}
                row={row}
                name={row.base_map_name}
                consequence={(to) => t(to === 1 ? 'on' : 'off')}
                done={turned}
                may={mayStatus}
              />
            </div>
          ),
        },
      ]}
      asCards
      card={(row) => <BaseMapCard row={row} />}
      name={(one) => one.base_map_name}
      search={t('search')}
      filters={
        <>
          <FilterChip name="kind" label={t('kind')} options={kinds.offered(baseMapKinds)} />
          <FilterChip name="status" label={t('status')} options={statuses} />
        </>
      }
      words={{ kind: kinds.words, status: Object.fromEntries(statuses.map((s) => [s.value, s.label])) }}
      actions={
        mayTry && (
          <Button
            icon={<AimOutlined aria-hidden />}
            loading={isTrying}
            disabled={!own?.length}
            onClick={() => void run((own ?? []).map(({ id }) => id))}
          >
            {t('testAll')}
          </Button>
        )
      }
      notice={
        <>
          {!isRoot && <Alert type="info" banner title={t('rootNote')} />}
          <MapsOrder />
        </>
      }
      prepare={prepare}
      detail={(one) => <Detail one={one} />}
      form={(one) => <BaseMapFields hint={one?.key_hint ?? ''} isRoot={isRoot} />}
      blank={blank}
      disabling={() => t('off')}
      empty={{ title: t('emptyTitle'), text: t('emptyText') }}
    />
  );
};

const useColumns = () => {
  const { t } = useTranslation('basemaps');
  const kinds = useDictionary('base_map_kind');
  const yes = (is: boolean): string => t(is ? 'yes' : 'no');
  return [
    { title: t('name'), dataIndex: 'base_map_name', sorter: true, width: 190, ellipsis: true },
    {
      title: t('trial'),
      dataIndex: 'tried',
      width: 136,
      render: (_: unknown, row: BaseMapRow) => <TrialCell row={row} />,
    },
    {
      title: t('error'),
      dataIndex: 'landmark_metres',
      width: 114,
      render: (_: unknown, row: BaseMapRow) => <LandmarkCell row={row} />,
    },
    { title: t('kind'), dataIndex: 'kind', width: 170, ellipsis: true, render: kinds.word },
    {
      title: t('status'),
      dataIndex: 'status',
      width: 110,
      render: (status: 1 | 2) => <Status status={status} />,
    },
    { title: t('isDefault'), dataIndex: 'is_default', width: 90, render: yes },
    { title: t('forBelow'), dataIndex: 'for_below', width: 90, render: yes },
    {
      title: t('datum'),
      dataIndex: 'datum',
      width: 110,
      render: (datum: string) => <DictTag code="datum" value={datum} />,
    },
    {
      title: t('detail'),
      dataIndex: 'max_zoom',
      width: 120,
      render: (max: number, { min_zoom: min }: BaseMapRow) => t('zooms', { min, max }),
    },
    {
      title: t('secret'),
      dataIndex: 'key_hint',
      width: 130,
      render: (hint: string) => <KeyEnd hint={hint} />,
    },
    { title: t('organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
    { title: t('created'), dataIndex: 'create_time', sorter: true, width: 168, render: clockTime },
  ];
};

const Status = ({ status }: { status: 1 | 2 }) => {
  const { t } = useTranslation('basemaps');
  return <WordTag colour={status === 1 ? 'green' : 'grey'}>{t(status === 1 ? 'enabled' : 'disabled')}</WordTag>;
};

const Detail = ({ one }: { one: One }) => {
  const { t } = useTranslation('basemaps');
  const kinds = useDictionary('base_map_kind');
  const schemas = useDictionary('tile_schema');
  return (
    <>
      {one.status === 1 && <Previews id={one.id} />}
      <Facts>
        <Fact name={t('kind')}>{kinds.word(one.kind)}</Fact>
        <Fact name={t('status')}>
          <Status status={one.status} />
        </Fact>
        <Fact name={t('trial')}>
          <TrialCell row={one} />
        </Fact>
        <Fact name={t('error')}>
          <LandmarkCell row={one} />
        </Fact>
        <Fact name={t('datum')}>
          <DictTag code="datum" value={one.datum} />
        </Fact>
        <Fact name={t('content')}>{schemas.word(one.tile_schema)}</Fact>
        {one.kind !== 'style' && <Fact name={t('detail')}>{t('zooms', { min: one.min_zoom, max: one.max_zoom })}</Fact>}
        {one.url !== '' && (
          <Fact name={t('url')} mono>
            {one.url}
          </Fact>
        )}
        {one.servers.length > 0 && (
          <Fact name={t('servers')} mono>
            {one.servers.join(' ')}
          </Fact>
        )}
        {one.bytes !== null && <Fact name={t('place')}>{t('onServer', { size: sizeOf(one.bytes) })}</Fact>}
        <Fact name={t('secret')}>
          <KeyEnd hint={one.key_hint} />
        </Fact>
        {one.attribution !== '' && <Fact name={t('attribution')}>{one.attribution}</Fact>}
        <Fact name={t('isDefault')}>{t(one.is_default ? 'yes' : 'no')}</Fact>
        <Fact name={t('forBelow')}>{t(one.for_below ? 'yes' : 'no')}</Fact>
        <Fact name={t('organisation')}>{one.org_name}</Fact>
        <Fact name={t('created')}>{clockTime(one.create_time)}</Fact>
      </Facts>
    </>
  );
};
