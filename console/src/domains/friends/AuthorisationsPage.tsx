import {
  type AuthorisationRow,
  authorisationDirections,
  authorisationStates,
  authorisationTabs,
} from '@plomb/contract/friends/authorisations';
import { friendCalls } from '@plomb/contract/friends/domain';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { CountedTabs } from '../../ui/list/CountedTabs.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { useTheList } from '../../ui/list/useList.ts';
import { RecordsPage } from '../../ui/RecordsPage.tsx';
import { SecondaryActions } from '../../ui/SecondaryActions.tsx';
import type { Column } from '../../ui/table/column.ts';
import { AskForm } from './AskForm.tsx';
import { AuthorisationDetail } from './AuthorisationDetail.tsx';
import { AuthorisationState } from './AuthorisationState.tsx';
import { AuthorisationSteps } from './AuthorisationSteps.tsx';
import { untilOf } from './until.ts';
import { WhoMustAgree } from './WhoMustAgree.tsx';

const of = friendCalls.authorisations;
const tabs = ['all', ...authorisationTabs] as const;

const Tabs = () => {
  const { t } = useTranslation('friends');
  const { query } = useTheList();
  return (
    <CountedTabs
      label={t('auth.tabs.label')}
      tabs={tabs}
      value={tabs.find((tab) => tab === query.tab) ?? 'all'}
      usual="all"
      word={(tab) => t(`auth.tabs.${tab}`)}
      counts={of.counts}
      input={{}}
      count={(counted, tab) => (tab === 'all' ? null : counted[tab])}
    />
  );
};

/** Rights to devices that one holds without seeing them, and those given to friends. */
export const AuthorisationsPage = () => {
  const { t } = useTranslation('friends');
  const [address, setAddress] = useSearchParams();
  const states = useDictionary('authorisation_state');
  const values = useDictionary('authorisation_value');
  const directions = useDictionary('authorisation_direction');
  const choices = useDictionary('assigned_orders');
  const may = useMay();
  const open = address.get('open');
  return (
    <>
      <RecordsPage
        of={of}
        columns={useColumns()}
        name={(one, id) => (one ? `A-${id} · ${one.holder_name}` : `A-${id}`)}
        count={() => t('auth.what')}
        every={5000}
        search={t('auth.search')}
        actions={
          <>
            <SecondaryActions
              actions={(['rule', 'grant'] as const)
                .filter((key) => may(of[key]))
                .map((key) => ({ key, label: t(`auth.${key}.begin`), run: () => setAddress({ open: key }) }))}
            />
            {may(of.apply) && (
              <Button type="primary" onClick={() => setAddress({ open: 'apply' })}>
                {t('auth.apply.begin')}
              </Button>
            )}
          </>
        }
        filters={
          <>
            <Tabs />
            <FilterChip
              name="direction"
              label={t('direction')}
              options={authorisationDirections.map((value) => ({ value, label: directions.word(value) }))}
            />
            <FilterChip
              name="state"
              label={t('state')}
              options={authorisationStates.map((value) => ({ value, label: states.word(value) }))}
            />
          </>
        }
        words={{ state: states.words, value: values.words, orders: choices.words }}
        detail={(one) => <AuthorisationDetail one={one} />}
        footer={(one) => <AuthorisationSteps key={one.id} one={one} />}
        empty={{ title: t('auth.emptyTitle'), text: t('auth.emptyText') }}
      />
      {(open === 'apply' || open === 'grant') && may(of[open]) && <AskForm how={open} close={() => setAddress({})} />}
      {open === 'rule' && may(of.rule) && <WhoMustAgree close={() => setAddress({})} />}
    </>
  );
};

const useColumns = (): Column<AuthorisationRow>[] => {
  const { t } = useTranslation('friends');
  return [
    { title: t('auth.number'), dataIndex: 'id', width: 70, file: [], render: (id: number) => `A-${id}` },
    {
      title: t('auth.holder'),
      dataIndex: 'holder_name',
      width: 190,
      ellipsis: true,
      file: [
        { field: 'holder_name', title: t('auth.holder') },
        { field: 'holder_login', title: t('login') },
      ],
      render: (_, one) => personNamed(one.holder_name, one.holder_login),
    },
    { title: t('auth.holderOrg'), dataIndex: 'holder_org', width: 140, ellipsis: true },
    {
      title: t('state'),
      dataIndex: 'state',
      width: 240,
      render: (_, one) => <AuthorisationState one={one} />,
    },
    {
      title: t('auth.until'),
      dataIndex: 'until_time',
      width: 168,
      file: [
        { field: 'until_time', title: t('auth.planned') },
        { field: 'end_time', title: t('auth.ended') },
      ],
      render: (_, one) => {
        const until = untilOf(one);
        return until === null ? t('auth.permanent') : until === undefined ? '–' : clockTime(until);
      },
    },
    {
      title: t('auth.value'),
      dataIndex: 'value',
      width: 148,
      render: (value: string) => <DictTag code="authorisation_value" value={value} />,
    },
    {
      title: t('auth.may'),
      dataIndex: 'orders',
      width: 160,
      render: (orders: string) => <DictTag code="assigned_orders" value={orders} />,
    },
    { title: t('auth.devices'), dataIndex: 'devices', width: 80, align: 'end' },
    { title: t('auth.from'), dataIndex: 'from_time', width: 168, render: clockTime },
    { title: t('auth.owner'), dataIndex: 'org_name', width: 150, ellipsis: true },
    { title: t('auth.first'), dataIndex: 'first_name', width: 130, ellipsis: true },
    { title: t('auth.second'), dataIndex: 'second_name', width: 160, ellipsis: true },
    { title: t('auth.why'), dataIndex: 'why', width: 200, ellipsis: true },
  ];
};
