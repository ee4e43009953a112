import { HourglassOutlined } from '@ant-design/icons';
import { approvals, approvalTitles } from '@plomb/contract/approvals/approvals';
import { personNamed } from '@plomb/contract/kit/personNamed';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { useSettings } from '../platform/settings.ts';
import { useNow } from '../platform/time.ts';
import { shortTime } from './shortTime.ts';
import './managementNote.css';

/** What waits for a second person before this lock is ordered anything: whose request, until when, and the way to decide it. */
export const WaitingRequests = ({ id }: { id: number }) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const may = useMay();
  const now = useNow();
  const { data } = useQuery({
    queryKey: [approvals.needed.path, id],
    queryFn: () => send(approvals.needed, { device_id: id }, { quiet: true }),
    enabled: may(approvals.needed),
    refetchInterval: 60_000,
  });
  return data?.waiting
    .filter(({ expire_time }) => Date.parse(expire_time) > now)
    .map((one) => (
      <p key={one.id} className="management-note">
        <HourglassOutlined aria-hidden />{' '}
        {t(one.own ? 'second.waitsOwn' : 'second.waits', {
          kind: approvalTitles[one.kind][lang],
          name: personNamed(one.oper_name, one.login_name),
          time: shortTime(one.expire_time, now),
        })}{' '}
        {!one.own && may(approvals.approve) && may(approvals.detail) && (
          <Link to={`/approval/${one.id}`}>{t('second.decide')}</Link>
        )}
      </p>
    ));
};
