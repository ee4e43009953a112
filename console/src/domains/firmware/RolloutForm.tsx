import { fieldErrors } from '@plomb/contract/errors';
import { firmwareCalls } from '@plomb/contract/firmware/domain';
import { rolloutLimits } from '@plomb/contract/firmware/rollouts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, InputNumber, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { numbersIn } from '../../lock/numbersIn.ts';
import { keepUnknown } from '../../lock/unknownNumbers.ts';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { useTabTitle } from '../../ui/page.ts';

const { options, prepare, start } = firmwareCalls.firmwareRollouts;

/** Which firmware, which locks, and in which waves: nothing goes out before the preview is confirmed. */
export const RolloutForm = ({ first, go }: { first: number | null; go: (to: string | null) => void }) => {
  const { t } = useTranslation('firmware');
  const lang = useSettings((s) => s.lang);
  useTabTitle(start.title);
  const id = useId();
  const { data, error } = useQuery({
    queryKey: [options.path],
    queryFn: () => send(options, {}, { quiet: true }),
  });
  const [firmware, chooseFirmware] = useState<number | null>(first);
  const [by, chooseBy] = useState<'type' | 'numbers'>('type');
  const [org, chooseOrg] = useState<number | null>(null);
  const [typed, type] = useState('');
  const [canary, setCanary] = useState(5);
  const [wave, setWave] = useState(50);
  const [hours, setHours] = useState(72);
  const [wrong, setWrong] = useState<{ field: 'firmware' | 'numbers'; why: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const { found, strange } = numbersIn(typed);
  const chosen = data?.firmware.find((one) => one.id === firmware);

  const submit = async (): Promise<void> => {
    if (!chosen) {
      setWrong({ field: 'firmware', why: t('form.chooseFirmware') });
      return document.getElementById(`${id}-firmware`)?.focus();
    }
    if (by === 'numbers' && (found.length === 0 || found.length > rolloutLimits.numbers)) {
      const why = found.length === 0 ? fieldErrors.selectOne[lang] : t('form.most', { most: rolloutLimits.numbers });
      setWrong({ field: 'numbers', why });
      return document.getElementById(`${id}-numbers`)?.focus();
    }
    setBusy(true);
    try {
      const done = await send(prepare, {
        firmware_id: chosen.id,
        of: by === 'type' ? { by, org_id: org } : { by, numbers: found },
        canary,
        wave_size: wave,
        hours,
      });
      keepUnknown('rollout', done.id, done.unknown);
      go(String(done.id));
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (field: 'firmware' | 'numbers') => (
    <p className="work-error" id={`${id}-wrong-${field}`} role="alert">
      {wrong?.field === field && wrong.why}
    </p>
  );
  const figure = (name: 'canary' | 'wave' | 'hours', value: number, max: number, put: (to: number) => void) => (
    <div>
      <label htmlFor={`${id}-${name}`}>{t(`form.${name}`)}</label>
      <InputNumber
        id={`${id}-${name}`}
        min={1}
        max={max}
        precision={0}
        value={value}
        onChange={(to) => put(to ?? 1)}
        aria-describedby={`${id}-${name}-hint`}
      />
      <small id={`${id}-${name}-hint`}>{t(`form.${name}Hint`)}</small>
    </div>
  );
  return (
    <section className="work">
      <PageHeader title={t('form.title')} actions={<Button onClick={() => go(null)}>{t('rollout.past')}</Button>} />
      {error && !data && <Alert type="error" showIcon title={failureWords(error, lang)} />}
      <div className="work-columns">
        <section className="work-block" aria-labelledby={`${id}-what`}>
          <h2 id={`${id}-what`}>{t('form.what')}</h2>
          <label htmlFor={`${id}-firmware`}>{t('version')}</label>
          <Select
            id={`${id}-firmware`}
            value={chosen ? firmware : null}
            placeholder={t('form.chooseFirmware')}
            notFoundContent={t('form.noFirmware')}
            onChange={(to: number) => {
              chooseFirmware(to);
              setWrong(null);
            }}
            status={wrong?.field === 'firmware' ? 'error' : ''}
            aria-invalid={wrong?.field === 'firmware'}
            aria-describedby={`${id}-wrong-firmware`}
            options={(data?.firmware ?? []).map((one) => ({
              value: one.id,
              label: `${one.firmware_version} · ${one.device_type_name}`,
            }))}
          />
          {errorOf('firmware')}
          <h2 id={`${id}-which`}>{t('form.which')}</h2>
          <Radio.Group
            className="work-by"
            value={by}
            aria-labelledby={`${id}-which`}
            onChange={(event) => chooseBy(event.target.value as typeof by)}
            options={[
              { value: 'type', label: t('form.byType') },
              { value: 'numbers', label: t('form.byNumbers') },
            ]}
          />
          {by === 'type' ? (
            <>
              <label htmlFor={`${id}-org`}>{t('form.organisation')}</label>
              <Select
                id={`${id}-org`}
                allowClear
                showSearch={{ optionFilterProp: 'label' }}
                value={org}
                placeholder={t('form.everyOrganisation')}
                onChange={(to: number | undefined) => chooseOrg(to ?? null)}
                options={(data?.organisations ?? []).map((one) => ({ value: one.id, label: one.org_name }))}
              />
              {chosen && <p className="work-hint">{t('form.devices', { count: chosen.devices })}</p>}
            </>
          ) : (
            <>
              <label htmlFor={`${id}-numbers`}>{t('form.paste')}</label>
              <Input.TextArea
                id={`${id}-numbers`}
                className="mono"
                autoSize={{ minRows: 4, maxRows: 12 }}
                value={typed}
                onChange={(event) => {
                  type(event.target.value);
                  setWrong(null);
                }}
                aria-invalid={wrong?.field === 'numbers'}
                aria-describedby={`${id}-wrong-numbers`}
              />
              {errorOf('numbers')}
              {strange.length > 0 && (
                <Alert
                  type="warning"
                  showIcon
                  title={t('form.strange', { count: strange.length, first: strange.slice(0, 3).join(' ') })}
                />
              )}
            </>
          )}
        </section>
        <section className="work-block" aria-labelledby={`${id}-how`}>
          <h2 id={`${id}-how`}>{t('form.how')}</h2>
          {figure('canary', canary, rolloutLimits.canary, setCanary)}
          {figure('wave', wave, rolloutLimits.wave, setWave)}
          {figure('hours', hours, rolloutLimits.hours, setHours)}
        </section>
      </div>
      <footer className="work-footer">
        <p>{t('form.nothingYet')}</p>
        <Button type="primary" size="large" loading={busy} onClick={() => void submit()}>
          {t('form.preview')}
        </Button>
      </footer>
    </section>
  );
};
