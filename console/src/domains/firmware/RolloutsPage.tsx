import { firmwareCalls } from '@plomb/contract/firmware/domain';
import type { FirmwareRollout } from '@plomb/contract/firmware/rollouts';
import { rolloutStates } from '@plomb/contract/firmware/steps';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import type { Column } from '../../ui/table/column.ts';
import { useNumber } from '../../ui/useNumber.ts';
import { RolloutForm } from './RolloutForm.tsx';
import { RolloutWork } from './RolloutWork.tsx';
import '../../ui/work.css';
import './firmware.css';

const of = firmwareCalls.firmwareRollouts;

/** Firmware for many locks, and the way to the next. The work on one has an address of its own. */
export const RolloutsPage = () => {
  const [address, setAddress] = useSearchParams();
  const work = address.get('work');
  const go = (to: string | null): void =>
    setAddress((now) => {
      const next = new URLSearchParams(now);
      for (const name of ['work', 'id', 'firmware', ...(to === null ? ['rollout_id'] : [])]) next.delete(name);
      if (to) next.set('work', to);
      return next;
    });
  if (work === null) return <Records go={go} />;
  if (work === 'new') return <RolloutForm first={Number(address.get('firmware')) || null} go={go} />;
  const id = Number(work);
  return <RolloutWork key={work} id={Number.isInteger(id) && id > 0 ? id : 0} go={go} />;
};

const Records = ({ go }: { go: (to: string | null) => void }) => {
  const { t } = useTranslation('firmware');
  const states = useDictionary('rollout_state');
  const may = useMay();
  return (
    <RecordsPage
      of={of}
      columns={useColumns()}
      name={(one, id) => one?.firmware_version ?? `#${id}`}
      count={() => t('rollout.what')}
      every={5000}
      search={t('rollout.search')}
      actions={
        may(of.prepare) && (
          <Button type="primary" onClick={() => go('new')}>
            {t('rollout.begin')}
          </Button>
        )
      }
      filters={
        <FilterChip
          name="state"
          label={t('state')}
          options={states.offered(rolloutStates.filter((state) => state !== 'draft'))}
        />
      }
      isFileWhole
      words={{ state: states.words }}
      detail={(one) => <Detail one={one} />}
      footer={(one) => (
        <Button type="primary" onClick={() => go(String(one.id))}>
          {t('rollout.open')}
        </Button>
      )}
      empty={{ title: t('rollout.emptyTitle'), text: t('rollout.emptyText') }}
    />
  );
};

const figures = ['total', 'refused', 'success', 'failed', 'open'] as const;

const useColumns = (): Column<FirmwareRollout>[] => {
  const { t } = useTranslation('firmware');
  const number = useNumber();
  return [
    { title: t('rollout.time'), dataIndex: 'create_time', width: 168, render: clockTime },
    { title: t('version'), dataIndex: 'firmware_version', width: 170, ellipsis: true },
    { title: t('type'), dataIndex: 'device_type_name', width: 170, ellipsis: true },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 130,
      render: (state: string) => <DictTag code="rollout_state" value={state} />,
    },
    ...figures.map(
      (dataIndex): Column<FirmwareRollout> => ({
        title: t(`rollout.figures.${dataIndex}`),
        dataIndex,
        width: 110,
        align: 'end',
        render: number,
      }),
    ),
    {
      title: t('rollout.person'),
      dataIndex: 'oper_name',
      width: 150,
      ellipsis: true,
      file: [
        { field: 'oper_name', title: t('rollout.person') },
        { field: 'login_name', title: t('rollout.login') },
      ],
      render: (_, { oper_name, login_name }) => personNamed(oper_name, login_name),
    },
    { title: t('rollout.reason'), dataIndex: 'reason', width: 200, ellipsis: true },
  ];
};

const Detail = ({ one }: { one: FirmwareRollout }) => {
  const { t } = useTranslation('firmware');
  const number = useNumber();
  return (
    <Facts>
      <Fact name={t('state')}>
        <DictTag code="rollout_state" value={one.state} />
      </Fact>
      <Fact name={t('version')}>{one.firmware_version}</Fact>
      <Fact name={t('type')}>{one.device_type_name}</Fact>
      {figures.map((name) => (
        <Fact key={name} name={t(`rollout.figures.${name}`)}>
          {number(one[name])}
        </Fact>
      ))}
      <Fact name={t('rollout.person')}>{personNamed(one.oper_name, one.login_name)}</Fact>
      <Fact name={t('rollout.time')}>{clockTime(one.create_time)}</Fact>
      {one.deadline && <Fact name={t('rollout.deadline')}>{clockTime(one.deadline)}</Fact>}
      {one.reason !== '' && <Fact name={t('rollout.reason')}>{one.reason}</Fact>}
    </Facts>
  );
};
