import { deviceCalls } from '@plomb/contract/devices/domain';
import { stateCodeWords, trustedWord, trustOf } from '@plomb/contract/lock/trust';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { DeviceFilters } from '../../lock/DeviceFilters.tsx';
import { OrdersToMany } from '../../lock/OrdersToMany.tsx';
import { OutOfService } from '../../lock/OutOfService.tsx';
import { signalFigures } from '../../lock/sign/Signal.tsx';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useSettings } from '../../platform/settings.ts';
import { Coming } from '../../ui/form/Coming.tsx';
import { later } from '../../ui/later.tsx';
import { FilterChip } from '../../ui/list/FilterChip.tsx';
import { ResourcePage } from '../../ui/ResourcePage.tsx';
import { DeviceCard } from './DeviceCard.tsx';
import { DeviceDetail } from './DeviceDetail.tsx';
import { useFirstSteps } from './FirstSteps.tsx';
import { SwitchingOff } from './SwitchingOff.tsx';
import { useDeviceColumns } from './useDeviceColumns.tsx';
import './devices.css';

const DeviceForm = later(async () => (await import('./DeviceForm.tsx')).DeviceForm, { meanwhile: <Coming /> });

export const DevicesPage = () => {
  const { t } = useTranslation('devices');
  const states = useDictionary('msg_ls');
  const connections = useDictionary('connection');
  const stock = useDictionary('stock_status');
  // a device seen at the gateway is registered from there, with its number
  const [address] = useSearchParams();
  const sn = address.get('sn');
  const keyword = address.get('keyword') ?? '';
  const columns = useDeviceColumns();
  const lang = useSettings((s) => s.lang);
  return (
    <ResourcePage
      of={deviceCalls.devices}
      noun={t('device.noun')}
      columns={columns}
      name={(d) => d.sn}
      details={(d) =>
        [d.subject, d.device_name, trustedWord(states.word(d.lock_status), trustOf(d, d.fresh), lang)]
          .filter(Boolean)
          .join(' · ')
      }
      search={t('search')}
      filters={
        <>
          <DeviceFilters />
          <FilterChip
            name="retired"
            label={t('retire.service')}
            options={[
              { value: false, label: t('retire.in') },
              { value: true, label: t('retire.out') },
            ]}
          />
        </>
      }
      batch={(ids, list) => <OrdersToMany ids={ids} list={list} />}
      // a retired device is a record
      allows={(_, device) => !device?.retired_time}
      detail={(device) => <DeviceDetail device={device} />}
      form={<DeviceForm />}
      blank={{
        ...(sn ? { sn } : {}),
        manufacturer_id: null,
        device_no: '',
        sim_card: '',
        mobileID: '',
        device_address: '',
        subject: '',
      }}
      empty={{
        ...useFirstSteps(),
        filtered: address.get('retired') !== 'true' && <OutOfService keyword={keyword} />,
      }}
      consequence={(names) => t('device.consequence', { names })}
      disabling={(devices, others) => <SwitchingOff devices={devices} others={others} />}
      card={(device) => <DeviceCard device={device} />}
      words={{
        stock_status: stock.words,
        lock_state: stateCodeWords(states.word, lang),
        connection: connections.words,
        signal: signalFigures,
      }}
    />
  );
};
