import type { Openable } from '@plomb/contract/devices/openable';
import type { OpenerCounts, OpenerKind } from '@plomb/contract/devices/openers';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { DeviceLink } from '../../../lock/DeviceLink.tsx';
import { headOf } from '../../../lock/names.ts';
import { StateSign } from '../../../lock/sign/StateSign.tsx';
import { useSettings } from '../../../platform/settings.ts';
import { AnswerSign } from './AnswerSign.tsx';
import { useCountWords } from './useCountWords.ts';
import { useOpenerWords } from './useOpenerWords.ts';

/** Which locks, by what right, and when that changes; kind by kind. */
export const OpenablesTable = ({
  rows,
  counts,
}: {
  rows: readonly Openable[];
  /** null: they are too many to be counted */
  counts: Record<OpenerKind, OpenerCounts> | null;
}) => {
  const { t } = useTranslation('devices/openers');
  const lang = useSettings((s) => s.lang);
  const counted = useCountWords();
  const words = useOpenerWords();
  const kinds = [...new Set(rows.map(({ what }) => what))];
  return (
    <table className="openers-table">
      <thead>
        <tr>
          <th scope="col">{t('device')}</th>
          <th scope="col">{t('rule')}</th>
          <th scope="col">{t('when')}</th>
        </tr>
      </thead>
      {kinds.map((kind) => (
        <tbody key={kind}>
          <tr className="openers-group">
            <th scope="rowgroup" colSpan={3}>
              {t(`right.${kind}`)} {counts && <small>{counted.group(counts[kind])}</small>}
            </th>
          </tr>
          {rows
            .filter(({ what }) => what === kind)
            .map(({ lock, ...one }) => (
              <tr key={`${lock.id}-${one.id}`} data-answer={one.answer}>
                <td>
                  <div className="openers-who">
                    <AnswerSign answer={one.answer} />
                    <StateSign status={lock.lock_status} connection={lock.connection} lang={lang} size={20} />
                    <span>
                      <b>{lock.seen ? <DeviceLink id={lock.id}>{headOf(lock)}</DeviceLink> : headOf(lock)}</b>
                      <small>
                        <span className="mono">{lock.sn}</span> · {lock.org_name}
                      </small>
                    </span>
                  </div>
                </td>
                <td>
                  {words.verdict(one)}
                  <small>{words.ground(one)}</small>
                </td>
                <td>
                  {words.change(one)}
                  {lock.seen && (
                    <small>
                      <Link className="device-link" to={`/whoCanOpen?device_id=${lock.id}`}>
                        {t('whom.others')}
                      </Link>
                    </small>
                  )}
                </td>
              </tr>
            ))}
        </tbody>
      ))}
    </table>
  );
};
