import { CheckCircleFilled, CloseCircleFilled, CopyOutlined, DownloadOutlined, WarningFilled } from '@ant-design/icons';
import { fileCalls } from '@plomb/contract/files/domain';
import { jobCalls } from '@plomb/contract/jobs/domain';
import { isUnderWay } from '@plomb/contract/jobs/jobs';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { LogisticsBatch } from '@plomb/contract/logistics/logisticsBatches';
import { checkPack, type PackCheck, sumOfBlob } from '@plomb/contract/logistics/packCheck';
import type { EvidencePack } from '@plomb/contract/logistics/packs';
import type { Verdict } from '@plomb/contract/logistics/verdict';
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
import { Wrong } from '../../ui/Wrong.tsx';
import './packs.css';

const { evidencePacks } = logisticsCalls;

/** Makes an evidence pack of a batch, shows those that were made with the sum of each, and tells whether one is as it was made. */
export const PackDialog = ({
  of: { id, serial },
  today,
  close,
}: {
  of: Pick<LogisticsBatch, 'id' | 'serial'>;
  /** as it is judged now */
  today: Verdict | null;
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
  const make = () => deed(() => send(evidencePacks.make, { id, lang, time_zone: ownTimeZone() }));
  const fetchIt = (file: string) =>
    deed(async () => {
      const { url } = await send(fileCalls.files.link, { id: file });
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
      <Wrong words={wrong} />
      {packs.error && <Alert type="error" showIcon title={failureWords(packs.error, own)} />}
      <h3 id="packs-made">{t('pack.made')}</h3>
      {rows === undefined && !packs.error && <Skeleton active paragraph={{ rows: 2 }} />}
      {rows?.length === 0 && <p className="packs-hint">{t('pack.none')}</p>}
      <ul className="packs" aria-labelledby="packs-made">
        {rows?.map((one) => (
          <PackRow
            key={one.id}
            of={one}
            today={today}
            busy={busy}
            fetchIt={() => void (one.file && fetchIt(one.file))}
            cancel={() => void deed(() => send(jobCalls.jobs.cancel, { id: one.job_id ?? 0 }))}
          />
        ))}
      </ul>
      {rows?.some(({ made_time }) => made_time) && <Check batch={id} />}
    </Modal>
  );
};

const PackRow = ({
  of,
  today,
  busy,
  fetchIt,
  cancel,
}: {
  of: EvidencePack;
  today: Verdict | null;
  busy: boolean;
  fetchIt: () => void;
  cancel: () => void;
}) => {
  const { t } = useTranslation('logistics');
  const parts = useDictionary('pack_part');
  const verdicts = useDictionary('batch_verdict');
  const isOld = of.made_time !== null && of.verdict !== today;
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
        {of.verdict &&
          (isOld ? (
            <span>{t('pack.was', { verdict: verdicts.word(of.verdict), time: clockTime(of.as_of) })}</span>
          ) : (
            <DictTag code="batch_verdict" value={of.verdict} />
          ))}
        {!of.made_time && of.state && !isUnderWay(of.state) && <DictTag code="job_state" value={of.state} />}
        {of.made_time && <small>{`${t('pack.files', { count: of.files })} · ${sizeOf(of.bytes)}`}</small>}
      </p>
      {isOld && today && <p className="packs-today">{t('pack.today', { verdict: verdicts.word(today) })}</p>}
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

interface Found {
  name: string;
  sum: string;
  /** null: the manifest was chosen alone, and no file of it is here */
  files: PackCheck | null;
  pack: EvidencePack | undefined;
}
const isWhole = ({ differ, missing, alien }: PackCheck): boolean => differ.length + missing.length + alien.length === 0;
const NAMES = 8;

/**
 * Whether a pack is as it was made: each file of it is held against its manifest here, and only the sum of that is sent, to be
 * looked for among those on record.
 */
const Check = ({ batch }: { batch: number }) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const field = useId();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  const check = async (file: File): Promise<void> => {
    setBusy(true);
    setWrong('');
    setFound(null);
    try {
      const isManifest = file.name.endsWith('.json');
      const read = await (isManifest ? sumOfBlob(file) : checkPack(file)).catch(() => undefined);
      if (read === undefined) return setWrong(t('pack.unread', { file: file.name }));
      const [sum, files] = typeof read === 'string' ? [read, null] : [read.manifest, read];
      if (sum === null) return setWrong(t('pack.noPack', { file: file.name }));
      const { rows } = await send(evidencePacks.packs, { id: batch, sum });
      setFound({ name: file.name, sum, files, pack: rows[0] });
    } catch (error) {
      setWrong(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className="packs-check" aria-label={t('pack.check')}>
      <h3>{t('pack.check')}</h3>
      <label htmlFor={field}>{t('pack.checkHint')}</label>
      <Button loading={busy} onClick={() => input.current?.click()}>
        {t('pack.chooseFile')}
      </Button>
      <input
        ref={input}
        id={field}
        hidden
        type="file"
        accept=".zip,.json,application/zip,application/json"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          target.value = '';
          if (file) void check(file);
        }}
      />
      {wrong && (
        <p role="alert" data-known="no">
          <CloseCircleFilled aria-hidden /> {wrong}
        </p>
      )}
      {found && <Checked of={found} />}
    </section>
  );
};

const Checked = ({ of: { name, sum, files, pack } }: { of: Found }) => {
  const { t } = useTranslation('logistics');
  if (!pack)
    return (
      <p role="status" data-known="no">
        <CloseCircleFilled aria-hidden /> {t('pack.unknown', { file: name, sum })}
      </p>
    );
  const made = { time: clockTime(pack.made_time), name: pack.oper_name };
  if (!files)
    return (
      <p role="status" data-known="part">
        <WarningFilled aria-hidden /> {t('pack.knownManifest', made)}
      </p>
    );
  if (isWhole(files))
    return (
      <p role="status" data-known="yes">
        <CheckCircleFilled aria-hidden /> {t('pack.known', { ...made, count: files.same })}
      </p>
    );
  const listed = (names: readonly string[]): string =>
    [...names.slice(0, NAMES), ...(names.length > NAMES ? [`… ${names.length}`] : [])].join(', ');
  return (
    <div role="status" data-known="no">
      <p>
        <CloseCircleFilled aria-hidden /> {t('pack.changed', made)}
      </p>
      <ul>
        {(['differ', 'missing', 'alien'] as const).map(
          (kind) => files[kind].length > 0 && <li key={kind}>{t(`pack.${kind}`, { files: listed(files[kind]) })}</li>,
        )}
      </ul>
    </div>
  );
};
