import { deviceCalls } from '@plomb/contract/devices/domain';
import type { Knock } from '@plomb/contract/devices/unregistered';
import { Button, type ButtonProps } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { clockTime } from '../../platform/time.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { Serial } from '../../ui/Serial.tsx';
import type { Column } from '../../ui/table/column.ts';
import './devices.css';

/** Who knocked at the gateway without being known, and a way to make them known. */
export const UnregisteredPage = () => {
  const { t } = useTranslation('devices');
  const families = useDictionary('lock_family');
  const mayAdd = useMay()(deviceCalls.devices.add);
  const navigate = useNavigate();
  const register = ({ sn }: Knock, look: ButtonProps) =>
    mayAdd && (
      <Button {...look} onClick={() => void navigate(`/device?edit=new&sn=${sn}`)}>
        {t('unregistered.register')}
      </Button>
    );
  const columns: Column<Knock>[] = [
    {
      title: t('unregistered.serial'),
      dataIndex: 'sn',
      identity: true,
      width: 190,
      render: (sn: string) => <Serial value={sn} />,
    },
    { title: t('unregistered.family'), dataIndex: 'family', width: 140, render: families.word },
    { title: t('unregistered.address'), dataIndex: 'address', width: 180, className: 'mono' },
    { title: t('unregistered.tries'), dataIndex: 'tries', width: 90, align: 'right' },
    { title: t('unregistered.first'), dataIndex: 'first_time', width: 190, render: clockTime },
    { title: t('unregistered.last'), dataIndex: 'last_time', width: 190, render: clockTime },
    { title: '', key: 'register', width: 130, render: (_, row) => register(row, { size: 'small' }) },
  ];
  return (
    <ResourcePage
      of={deviceCalls.unregistered}
      columns={mayAdd ? columns : columns.slice(0, -1)}
      name={({ sn }) => sn}
      search={t('unregistered.search')}
      notice={<p className="unregistered-note">{t('unregistered.explain')}</p>}
      card={(knock) => (
        <>
          <b>
            <Serial value={knock.sn} />
          </b>
          <dl>
            {[
              [t('unregistered.family'), families.word(knock.family)],
              [t('unregistered.address'), knock.address],
              [t('unregistered.tries'), knock.tries],
              [t('unregistered.last'), clockTime(knock.last_time)],
            ].map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      detail={(knock) => (
        <Facts>
          <Fact name={t('unregistered.serial')}>
            <Serial value={knock.sn} copy />
          </Fact>
          <Fact name={t('unregistered.family')}>{families.word(knock.family)}</Fact>
          <Fact name={t('unregistered.address')} mono>
            {knock.address}
          </Fact>
          <Fact name={t('unregistered.tries')}>{knock.tries}</Fact>
          <Fact name={t('unregistered.first')}>{clockTime(knock.first_time)}</Fact>
          <Fact name={t('unregistered.last')}>{clockTime(knock.last_time)}</Fact>
        </Facts>
      )}
      footer={(knock) => register(knock, { type: 'primary' })}
      empty={{ title: t('unregistered.emptyTitle'), text: t('unregistered.emptyText') }}
    />
  );
};
