import { DownloadOutlined } from '@ant-design/icons';
import { importCalls } from '@plomb/contract/imports/domain';
import type { ImportDetail, ImportFault } from '@plomb/contract/imports/imports';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert, Button, Pagination, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { ownTimeZone, saveFile } from '../../ui/saveFile.ts';
import { useNumber } from '../../ui/useNumber.ts';

const { faults, failed } = importCalls.imports;
const SIZE = 20;

/** The rows that stay out, each wrong cell marked, and the same as a file to mend. */
export const Faults = ({ one }: { one: ImportDetail }) => {
  const { t } = useTranslation('imports');
  const lang = useSettings((s) => s.lang);
  const number = useNumber();
  const [page, setPage] = useState(1);
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const { data, error } = useQuery({
    queryKey: [faults.path, one.id, one.job_id, page, code, lang],
    queryFn: () => send(faults, { id: one.id, page, size: SIZE, ...(code ? { code } : {}) }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  /** those that are read as something, and any other that is wrong in none of these rows is left out */
  const columns = one.columns.flatMap((column, at) => (column.field ? [{ ...column, at }] : []));

  const save = async (format: 'xlsx' | 'csv'): Promise<void> => {
    setBusy(true);
    try {
      const name = await saveFile(failed, {
        id: one.id,
        format,
        timeZone: ownTimeZone(),
        columns: [
          { field: 'row', title: t('faults.row') },
          ...one.columns.map(({ heading }, at) => ({ field: `c${at}`, title: heading })),
          { field: 'errors', title: t('faults.errors') },
        ],
      });
      said(t('file.saved', { name }));
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="import-block import-faults" aria-label={t('faults.title', { count: one.bad })}>
      <div className="import-running">
        <h2>{t('faults.title', { count: one.bad })}</h2>
        <span>
          {(['xlsx', 'csv'] as const).map((format) => (
            <Button key={format} icon={<DownloadOutlined />} loading={busy} onClick={() => void save(format)}>
              {t('faults.download')} .{format}
            </Button>
          ))}
        </span>
      </div>
      <p className="import-hint">{t('faults.hint')}</p>
      {error && !data && <Alert type="error" showIcon title={`${t('faults.failed')}: ${failureWords(error, lang)}`} />}
      {data && data.counts.length > 1 && (
        <div className="import-codes">
          <Segmented
            aria-label={t('faults.wrong')}
            value={code}
            onChange={(value) => {
              setCode(value);
              setPage(1);
            }}
            options={[
              { value: '', label: `${t('faults.all')} ${number(one.bad)}` },
              ...data.counts.map((one) => ({ value: one.code, label: `${one.words} ${number(one.count)}` })),
            ]}
          />
        </div>
      )}
      {data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
        <div className="import-scroll" tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('faults.row')}</th>
                {columns.map(({ at, heading }) => (
                  <th key={at} scope="col">
                    {heading || t('columns.nameless', { number: String(at + 1) })}
                  </th>
                ))}
                <th scope="col">{t('faults.wrong')}</th>
              </tr>
            </thead>
            <tbody>
              {data.rows.map((fault) => (
                <FaultRow key={fault.row} fault={fault} columns={columns.map(({ at }) => at)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {data && data.total > SIZE && (
        <Pagination
          size="small"
          current={page}
          pageSize={SIZE}
          total={data.total}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </section>
  );
};

const FaultRow = ({ fault, columns }: { fault: ImportFault; columns: readonly number[] }) => {
  const wrong = new Set(fault.errors.map(({ column }) => column));
  return (
    <tr>
      <th scope="row">{fault.row}</th>
      {columns.map((at) => (
        <td key={at}>{wrong.has(at) ? <mark>{fault.cells[at] || '—'}</mark> : fault.cells[at]}</td>
      ))}
      <td>
        {fault.errors.map(({ field, words }) => (
          <span key={`${field} ${words}`}>{words}</span>
        ))}
      </td>
    </tr>
  );
};
