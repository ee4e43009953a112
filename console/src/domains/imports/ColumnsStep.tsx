import { importCalls } from '@plomb/contract/imports/domain';
import { fieldsOfImport, fieldTitle, type ImportField, numberField } from '@plomb/contract/imports/importFields';
import type { ImportDetail } from '@plomb/contract/imports/imports';
import { jobCalls } from '@plomb/contract/jobs/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { OrganisationSelect } from '../../ui/form/OrganisationSelect.tsx';
import { useMayBring } from './useMayBring.ts';

const { check, detail, options } = importCalls.imports;

/** Which column fills which field, and what stands for what rows do not say. */
export const ColumnsStep = ({ one, begun }: { one: ImportDetail; begun: () => void }) => {
  const { t } = useTranslation('imports');
  const lang = useSettings((s) => s.lang);
  const queries = useQueryClient();
  const ids = useId();
  const [mapping, setMapping] = useState(one.columns.map(({ field }) => field));
  const [org, setOrg] = useState(one.org_id);
  const [type, setType] = useState(one.device_type_id);
  const [maker, setMaker] = useState(one.manufacturer_id);
  const [remember, setRemember] = useState(true);
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: [options.path],
    queryFn: () => send(options, {}, { quiet: true }),
    staleTime: 60_000,
  });

  const mayBring = useMayBring();
  const of = one.import_type;
  const isDevice = of === 'device';
  const isTyped = !isDevice || mapping.includes('device_type');
  const missing = !mapping.includes(numberField[of])
    ? t(`columns.needNumber.${of}`)
    : org === null
      ? t('columns.needOrganisation')
      : !isTyped && type === null
        ? t('columns.needType')
        : '';
  /** a field is filled by one column: the other gives it up */
  const choose = (at: number, field: ImportField | null): void =>
    setMapping(mapping.map((now, other) => (other === at ? field : now === field ? null : now)));
  const go = async (): Promise<void> => {
    if (org === null) return;
    setBusy(true);
    try {
      await send(check, {
        id: one.id,
        mapping,
        org_id: org,
        device_type_id: type,
        manufacturer_id: maker,
        remember,
      });
      await Promise.all([
        queries.invalidateQueries({ queryKey: [detail.path, one.id] }),
        queries.invalidateQueries({ queryKey: [jobCalls.jobs.list.path] }),
      ]);
      begun();
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  const search = { showSearch: { optionFilterProp: 'label' as const } };
  return (
    <>
      {one.state === 'uploaded' && one.failure && (
        <Alert type="error" showIcon title={t('columns.failed', { why: one.failure })} />
      )}
      <div className="import-columns">
        <section className="import-block" aria-label={t('columns.title')}>
          <h2>{t('columns.title')}</h2>
          <ul className="import-mapping">
            <li aria-hidden="true">
              <span>{t('columns.column')}</span>
              <span>{t('columns.samples')}</span>
              <span>{t('columns.field')}</span>
              <span>{t('columns.basis')}</span>
            </li>
            {one.columns.map((column, at) => {
              const heading = column.heading || t('columns.nameless', { number: String(at + 1) });
              const field = mapping[at] ?? null;
              const basis = field === column.field ? column.basis : 'hand';
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may be headed alike, and none moves
                <li key={at} data-unused={field === null}>
                  <label htmlFor={`${ids}-${at}`}>{heading}</label>
                  <span className="import-samples">
                    {column.samples.map((sample) => (
                      <span key={sample}>{sample}</span>
                    ))}
                    <small>{t('columns.filled', { count: column.filled })}</small>
                  </span>
                  <Select
                    id={`${ids}-${at}`}
                    {...search}
                    value={field ?? ''}
                    options={[
                      { value: '', label: t('columns.none') },
                      ...fieldsOfImport[of].map((name) => ({
                        value: name,
                        label: `${fieldTitle(of, name)[lang]}${name === numberField[of] ? ' *' : ''}`,
                      })),
                    ]}
                    onChange={(value: ImportField | '') => choose(at, value === '' ? null : value)}
                  />
                  <small>{field && basis ? t(`columns.${basis}`) : ''}</small>
                </li>
              );
            })}
          </ul>
        </section>
        <section className="import-block import-defaults" aria-label={t('columns.defaults')}>
          <h2>{t('columns.defaults')}</h2>
          <label htmlFor={`${ids}-org`}>{t('organisation')}</label>
          <OrganisationSelect
            id={`${ids}-org`}
            of={data?.organizations}
            {...(data && org !== null ? { value: org } : {})}
            onChange={(value) => setOrg(value)}
          />
          {isDevice && (
            <>
              <label htmlFor={`${ids}-type`}>{t('deviceType')}</label>
              <Select
                id={`${ids}-type`}
                {...search}
                allowClear
                placeholder={isTyped ? t('columns.noType') : ''}
                value={data ? type : undefined}
                options={(data?.deviceTypes ?? []).map((d) => ({ value: d.id, label: d.device_type_name }))}
                onChange={(value: number | undefined) => setType(value ?? null)}
              />
              {!isTyped && type === null && <small>{t('columns.typeHint')}</small>}
              <label htmlFor={`${ids}-maker`}>{t('factory')}</label>
              <Select
                id={`${ids}-maker`}
                {...search}
                allowClear
                placeholder={t('columns.noFactory')}
                value={data ? maker : undefined}
                options={(data?.manufacturers ?? []).map((m) => ({ value: m.id, label: m.factoryName }))}
                onChange={(value: number | undefined) => setMaker(value ?? null)}
              />
            </>
          )}
        </section>
      </div>
      <footer className="import-footer">
        <p>
          <Checkbox checked={remember} onChange={(event) => setRemember(event.target.checked)}>
            {t('columns.remember')}
          </Checkbox>
          <span>{t('columns.rememberHint')}</span>
        </p>
        <p>
          <span role="status">{missing}</span>
          {mayBring(of) && (
            <Button type="primary" size="large" loading={busy} disabled={missing !== ''} onClick={() => void go()}>
              {t('columns.go', { count: one.total })}
            </Button>
          )}
        </p>
      </footer>
    </>
  );
};
