import { alarmCalls } from '@plomb/contract/alarms/domain';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { later } from '../../ui/later.tsx';
import { Cockpit } from './Cockpit.tsx';

const AlarmRecords = later(async () => (await import('./AlarmRecords.tsx')).AlarmRecords);

/** What only the list of all alarms knows; the queue knows those that wait, of one kind, and one of them. */
const ofTheList = Object.keys(alarmCalls.alarms.list.input.shape).filter(
  (name) => !['status', 'kind', 'severity', 'owner', 'order'].includes(name),
);
const wantsList = (address: URLSearchParams): boolean =>
  address.get('view') === 'list' ||
  address.get('status') === 'processed' ||
  ofTheList.some((name) => address.has(name));

/** What waits, one case after the other; and behind it, when it is asked for, the list of all there ever were. */
export const AlarmsPage = () => {
  const [address, setAddress] = useSearchParams();
  const asked = wantsList(address);
  const [list, showList] = useState(asked);
  useEffect(() => {
    if (asked) showList(true);
  }, [asked]);
  return list ? (
    <AlarmRecords
      toQueue={() => {
        showList(false);
        setAddress({}, { replace: true });
      }}
    />
  ) : (
    <Cockpit />
  );
};
