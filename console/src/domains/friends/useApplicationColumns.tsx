import { type Application, applicationLimits } from '@plomb/contract/friends/applications';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useTranslation } from 'react-i18next';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact, Facts } from '../../ui/Facts.tsx';
import type { Column } from '../../ui/table/column.ts';

/** When it lapses if nobody settles it. */
const lapseOf = ({ create_time }: Application): string =>
  clockTime(new Date(Date.parse(create_time) + applicationLimits.days * 86_400_000).toISOString());

/** The other side: who applied, or what one typed, and who that was once it has agreed. */
const whoOf = ({ oper_name, login_name, typed }: Application): string => personNamed(oper_name, login_name) || typed;

export const useApplicationName = (): ((one: Application | undefined, id: number) => string) => (one, id) =>
  one ? whoOf(one) : `#${id}`;

export const useApplicationColumns = (of: 'waiting' | 'records'): Column<Application>[] => {
  const { t } = useTranslation('friends');
  return [
    {
      title: t('person'),
      dataIndex: 'oper_name',
      width: 220,
      ellipsis: true,
      file: [
        { field: 'oper_name', title: t('person') },
        { field: 'login_name', title: t('login') },
        { field: 'typed', title: t('typed') },
      ],
      render: (_, one) => whoOf(one),
    },
    { title: t('kindTitle'), dataIndex: 'kind', width: 170, render: (kind: Application['kind']) => t(`kind.${kind}`) },
    {
      title: t('direction'),
      dataIndex: 'direction',
      width: 110,
      render: (direction: string) => <DictTag code="application_direction" value={direction} />,
    },
    { title: t('organisation'), dataIndex: 'org_name', width: 180, ellipsis: true },
    { title: t('message'), dataIndex: 'message', width: 220, ellipsis: true },
    {
      title: t(of === 'waiting' ? 'state' : 'outcome'),
      dataIndex: 'state',
      width: 120,
      render: (state: string) => <DictTag code="application_state" value={state} />,
    },
    { title: t('created'), dataIndex: 'create_time', width: 168, render: clockTime },
    ...(of === 'records' ? [{ title: t('ended'), dataIndex: 'end_time' as const, width: 168, render: clockTime }] : []),
  ];
};

export const ApplicationDetail = ({ one }: { one: Application }) => {
  const { t } = useTranslation('friends');
  return (
    <Facts>
      <Fact name={t('kindTitle')}>{t(`kind.${one.kind}`)}</Fact>
      <Fact name={t('direction')}>
        <DictTag code="application_direction" value={one.direction} />
      </Fact>
      {one.typed && <Fact name={t('typed')}>{one.typed}</Fact>}
      <Fact name={t('person')}>{personNamed(one.oper_name, one.login_name) || t('none')}</Fact>
      {one.org_name && <Fact name={t('organisation')}>{one.org_name}</Fact>}
      <Fact name={t('message')}>{one.message}</Fact>
      <Fact name={t(one.state === 'pending' ? 'state' : 'outcome')}>
        <DictTag code="application_state" value={one.state} />{' '}
        {one.state === 'pending' && t(one.direction === 'incoming' ? 'waitsForMe' : 'waitsForOther')}
      </Fact>
      <Fact name={t('created')}>{clockTime(one.create_time)}</Fact>
      {one.end_time ? (
        <Fact name={t('ended')}>{clockTime(one.end_time)}</Fact>
      ) : (
        one.kind === 'friend' && <Fact name={t('lapses')}>{lapseOf(one)}</Fact>
      )}
    </Facts>
  );
};
