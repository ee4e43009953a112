import { CheckCircleFilled, CloseCircleFilled, CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { fileCalls } from '@plomb/contract/files/domain';
import { jobCalls } from '@plomb/contract/jobs/domain';
import { isUnderWay } from '@plomb/contract/jobs/jobs';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { LogisticsBatch } from '@plomb/contract/logistics/logisticsBatches';
import type { EvidencePack } from '@plomb/contract/logistics/packs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Modal, Segmented, Skeleton } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { download, send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Progress } from '../../ui/Progress.tsx';
import { ownTimeZone, save } from '../../ui/saveFile.ts';
import { sizeOf } from '../../ui/sizeOf.ts';
import { useCopy } from '../../ui/useCopy.ts';
import './packs.css';

const { evidencePacks } = logisticsCalls;
const sumOf = async (file: File): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Makes an evidence pack of a batch, shows those that were made with the sum of each, and tells whether one is as it was made. */
export const PackDialog = ({
  of: { id, serial },
  close,
}: {
  of: Pick<LogisticsBatch, 'id' | 'serial'>;
  close: () => void;
}) => {
  const { t } = useTranslation('logistics');
  const own = useSettings((s) => s.lang);
  const client = useQueryClient();
  const may = useMay();
  const [lang, choose] = useState(own);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const packs = useQuery({
    queryKey: [evidencePacks.packs.path, id],
    queryFn: () => send(evidencePacks.packs, { id }, { quiet: true }),
    refetchInterval: ({ state }) => (state.data?.rows.some((one) => one.state && isUnderWay(one.state)) ? 1000 : false),
  });
  const deed = async (run: () => Promise<unknown>): Promise<void> => {
    setBusy(true);
    setWrong('');
    try {
      await run();
      for (const path of [evidencePacks.packs.path, jobCalls.jobs.list.path])
        await client.invalidateQueries({ queryKey: [path] });
    } catch (error) {
      setWrong(failureWords(error, own));
    } finally {
      setBusy(false);
    }
  };
  const make = () => deed(() => send(evidencePacks.make, { id, lang, time_zone: ownTimeZone() }, { isShown: true }));
  const fetchIt = (file: string) =>
    deed(async () => {
      const { url } = await send(fileCalls.files.link, { id: file }, { isShown: true });
      save((await download(url)).blob, `${t('pack.title')} ${serial}.zip`);
    });
  const rows = packs.data?.rows;
  const isMaking = rows?.some((one) => one.state && isUnderWay(one.state)) ?? false;
  return (
    <Modal open title={`${t('pack.title')} · ${serial}`} footer={null} onCancel={close} width={680}>
      <p>{t('pack.what')}</p>
      {may(evidencePacks.make) && (
        <div className="packs-make">
          <Segmented
            aria-label={t('pack.lang')}
            value={lang}
            onChange={choose}
            options={[
              { value: 'zh', label: '中文' },
              { value: 'en', label: 'English' },
            ]}
          />
          <Button type="primary" loading={busy} disabled={isMaking} onClick={() => void make()}>
            {t('pack.make')}
          </Button>
        </div>
      )}
      {wrong && <Alert type="error" showIcon title={wrong} />}
      {packs.error && <Alert type="error" showIcon title={failureWords(packs.error, own)} />}
      <h3 id="packs-made">{t('pack.made')}</h3>
      {rows === undefined && !packs.error && <Skeleton active paragraph={{ rows: 2 }} />}
      {rows?.length === 0 && <p className="packs-hint">{t('pack.none')}</p>}
      <ul className="packs" aria-labelledby="packs-made">
        {rows?.map((one) => (
          <PackRow
            key={one.id}
            of={one}
            busy={busy}
            fetchIt={() => void (one.file && fetchIt(one.file))}
            cancel={() => void deed(() => send(jobCalls.jobs.cancel, { id: one.job_id ?? 0 }, { isShown: true }))}
          />
        ))}
      </ul>
      {rows?.some(({ made_time }) => made_time) && <Check packs={rows} />}
    </Modal>
  );
};

const PackRow = ({
  of,
  busy,
  fetchIt,
  cancel,
}: {
  of: EvidencePack;
  busy: boolean;
  fetchIt: () => void;
  cancel: () => void;
}) => {
  const { t } = useTranslation('logistics');
  const parts = useDictionary('pack_part');
  const copy = useCopy();
  const told = [of.oper_name, of.lang === 'zh' ? '中文' : 'English'];
  const named = (all: readonly string[]): string =>
    all.map((one) => (one === 'steps' ? t('batch.steps') : parts.word(one))).join(', ');
  const notes: ReactNode[] = [
    of.left_out.length > 0 && t('pack.leftOut', { what: named(of.left_out) }),
    of.cut.length > 0 && t('pack.cut', { what: named(of.cut) }),
  ].filter(Boolean);
  return (
    <li>
      <p>
        <b>{clockTime(of.made_time ?? of.create_time)}</b>
        <span>{told.join(' · ')}</span>
        {of.verdict && <DictTag code="batch_verdict" value={of.verdict} />}
        {!of.made_time && of.state && !isUnderWay(of.state) && <DictTag code="job_state" value={of.state} />}
        {of.made_time && <small>{`${t('pack.files', { count: of.files })} · ${sizeOf(of.bytes)}`}</small>}
      </p>
      {of.state && isUnderWay(of.state) && (
        <div className="packs-make">
          <Progress done={of.done} total={of.total} label={t('pack.making')} />
          <Button size="small" loading={busy} onClick={cancel}>
            {t('pack.cancel')}
          </Button>
        </div>
      )}
      {of.state === 'failed' && <p role="alert">{t('pack.failed')}</p>}
      {of.made_time && (
        <p className="packs-sum">
          <small>{t('pack.sum')}</small> <code>{of.manifest_sha256}</code>
          <Button
            {...{ type: 'text', size: 'small', icon: <CopyOutlined aria-hidden />, 'aria-label': t('pack.copy') }}
            onClick={() => copy(of.manifest_sha256)}
          />
        </p>
      )}
      {notes.map((note, nth) => (
        <p key={String(nth)} className="packs-hint">
          {note}
        </p>
      ))}
      {of.file && (
        <Button icon={<DownloadOutlined aria-hidden />} loading={busy} onClick={fetchIt}>
          {t('pack.download')}
        </Button>
      )}
    </li>
  );
};

/** Whether a `manifest.json` is one that was made here: its sum is taken in the browser, and nothing is sent. */
const Check = ({ packs }: { packs: readonly EvidencePack[] }) => {
  const { t } = useTranslation('logistics');
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<{ sum: string; name: string } | null>(null);
  const pack = found && packs.find(({ manifest_sha256 }) => manifest_sha256 === found.sum);
  return (
    <section className="packs-check" aria-label={t('pack.check')}>
      <h3>{t('pack.check')}</h3>
      <label htmlFor={field}>{t('pack.checkHint')}</label>
      <Button onClick={() => input.current?.click()}>{t('pack.chooseManifest')}</Button>
      <input
        ref={input}
        id={field}
        hidden
        type="file"
        accept=".json,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) void sumOf(file).then((sum) => setFound({ sum, name: file.name }));
        }}
      />
      {found && (
        <p role="status" data-known={pack !== undefined}>
          {pack ? <CheckCircleFilled aria-hidden /> : <CloseCircleFilled aria-hidden />}{' '}
          {pack
            ? t('pack.known', { time: clockTime(pack.made_time), name: pack.oper_name })
            : t('pack.unknown', { file: found.name, sum: found.sum })}
        </p>
      )}
    </section>
  );
};
