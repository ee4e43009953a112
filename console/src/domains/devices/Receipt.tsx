import { deviceCalls } from '@plomb/contract/devices/domain';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Paper, PaperHead } from '../../lock/paper/Paper.tsx';
import { zonedTime } from '../../lock/paper/zonedTime.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { Serial } from '../../ui/Serial.tsx';
import { Signed } from './SignatureSheet.tsx';

const { receipt } = deviceCalls.stock;

/** One hand-over on paper: who received what, from whom, and by which signature. */
export const Receipt = ({ id }: { id: number }) => {
  const { t } = useTranslation('devices');
  const asked = useQuery({ queryKey: [receipt.path, id], queryFn: () => send(receipt, { id }, { quiet: true }) });
  return (
    <Paper asked={asked} none={{ title: t('receipt.failedTitle'), text: t('receipt.failedText') }}>
      {(data) => <Sheet one={data} />}
    </Paper>
  );
};

const Sheet = ({ one }: { one: OutputOf<typeof receipt> }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const { receiver: name, to_org_name: organisation } = one;
  return (
    <article className="evidence" lang={lang === 'zh' ? 'zh-CN' : 'en'}>
      <PaperHead title={t('receipt.title')} number={t('receipt.number', { id: one.number })} />
      <section>
        <p>
          <b>
            {t('receipt.sentence', { name, organisation, count: one.rows.length, time: zonedTime(one.receive_time) })}
          </b>
        </p>
      </section>
      <div className="evidence-scroll">
        <table>
          <thead>
            <tr>
              {(['serial', 'device', 'type', 'from', 'issued'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`receipt.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {one.rows.map((row) => (
              <tr key={row.id}>
                <td className="mono">
                  <Serial value={row.sn} />
                </td>
                <td>{row.device_name}</td>
                <td>{row.device_type}</td>
                <td>{row.org_name || t('receipt.unseen')}</td>
                <td>{row.issue_time === null ? '–' : `${row.issuer} ${zonedTime(row.issue_time)}`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <section>
        <h3>{t('signature.given')}</h3>
        <Signed signature={one.signature} name={name} />
        <p>{name}</p>
        <p>{t('receipt.means')}</p>
      </section>
    </article>
  );
};
