import { CameraOutlined } from '@ant-design/icons';
import { errors } from '@plomb/contract/errors';
import type { OutputOf } from '@plomb/contract/kit/call';
import { type SealMedium, sealMedia } from '@plomb/contract/seals/number';
import { ON_SITE_METRES, SealOperation } from '@plomb/contract/seals/sealSteps';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, Radio } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { useMay } from '../../platform/may.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { later } from '../../ui/later.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type FieldOperation, field, operationNames } from './field.ts';
import { OperationForm, type Point } from './OperationForm.tsx';
import { SealSign } from './signs.tsx';
import { Tasks, useTasksChanged } from './Tasks.tsx';
import { Unsealing } from './Unsealing.tsx';
import { useHere } from './useHere.ts';
import './field.css';

// with its scanner, for who wants it
const Camera = later(async () => (await import('./Camera.tsx')).Camera, { ahead: false });
type Scanned = OutputOf<typeof field.scan>;

/** What stands in the field, seal by seal: read it, see what it is, do what may be done. Made for a telephone. */
export const FieldPage = () => {
  const { t } = useTranslation('seals');
  const point = usePoint();
  const [read, setRead] = useState<{ medium: SealMedium; text: string } | null>(null);
  const [scanned, setScanned] = useState<Scanned | null>(null);
  const [done, setDone] = useState<{ words: string; number: string; good: boolean } | null>(null);
  /** counted up with each look: what is answered later than another was begun is of a seal that is not in hand any more */
  const looks = useRef(0);
  const tasksChanged = useTasksChanged();
  const look = async (medium: SealMedium, text: string): Promise<void> => {
    const mine = ++looks.current;
    setDone(null);
    // nobody does with the last seal what they mean for the next
    setScanned(null);
    const found = await send(field.scan, { medium, read: text }, { quiet: true });
    if (mine !== looks.current) return;
    setScanned(found);
    setRead({ medium, text });
  };
  /** It is told what came of it, whether or not the seal can be shown as it is since then. */
  const finished = async (of: { medium: SealMedium; text: string }, words: string, good: boolean): Promise<void> => {
    const number = scanned?.number ?? of.text;
    const mine = looks.current;
    tasksChanged();
    const now = await send(field.scan, { medium: of.medium, read: of.text }, { quiet: true }).catch(() => null);
    if (mine === looks.current) setScanned(now);
    setDone({ words, number, good });
  };
  return (
    <div className="field">
      <PageHeader title={t('field.title')} />
      <div className="field-column">
        {point && <Alert type="info" showIcon title={t('field.onto', { object: point.name })} />}
        <ScanForm look={look} />
        {done && <Alert type={done.good ? 'success' : 'error'} showIcon title={`${done.number}: ${done.words}`} />}
        {read && scanned && (
          <Verdict
            key={`${read.medium} ${read.text}`}
            read={read}
            scanned={scanned}
            point={point}
            finished={(words, good) => void finished(read, words, good)}
          />
        )}
        <Tasks look={look} />
      </div>
    </div>
  );
};

/** The point of a meter that whoever came here by its page is about to seal. */
const usePoint = (): Point | null => {
  const [address] = useSearchParams();
  const id = Number(address.get('point'));
  return Number.isInteger(id) && id > 0 ? { id, name: address.get('on') ?? `#${id}` } : null;
};

const ScanForm = ({ look }: { look: (medium: SealMedium, text: string) => Promise<void> }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const [medium, setMedium] = useState<SealMedium>('qr');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const [camera, setCamera] = useState(false);
  const ask = async (what: string): Promise<void> => {
    if (what.trim() === '') return setWrong(errors.validation[lang]);
    setBusy(true);
    setWrong('');
    try {
      await look(medium, what.trim());
      setText('');
    } catch (error) {
      setWrong(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="field-scan"
      onSubmit={(event) => {
        event.preventDefault();
        void ask(text);
      }}
    >
      <Radio.Group
        optionType="button"
        aria-label={t('field.medium')}
        value={medium}
        onChange={({ target }) => {
          setMedium(target.value as SealMedium);
          setCamera(false);
        }}
        options={sealMedia.map((value) => ({ value, label: t(`field.media.${value}`) }))}
      />
      <label htmlFor="seal-read">{t('field.read')}</label>
      <div className="field-line">
        <Input
          id="seal-read"
          className="mono"
          autoComplete="off"
          autoFocus
          value={text}
          maxLength={200}
          aria-invalid={wrong !== ''}
          placeholder={t('field.readHint')}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="primary" htmlType="submit" loading={busy}>
          {t('field.look')}
        </Button>
      </div>
      {medium === 'qr' && !camera && (
        <Button icon={<CameraOutlined />} block disabled={busy} onClick={() => setCamera(true)}>
          {t('field.camera')}
        </Button>
      )}
      {medium === 'qr' && camera && (
        <Camera
          close={() => setCamera(false)}
          found={(code) => {
            setCamera(false);
            void ask(code);
          }}
        />
      )}
      {wrong && (
        <p className="seal-failed" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
};

/** What was read, in one word, why, and what may be done now. */
const Verdict = ({
  read,
  scanned,
  point,
  finished,
}: {
  read: { medium: SealMedium; text: string };
  scanned: Scanned;
  point: Point | null;
  finished: (words: string, good: boolean) => void;
}) => {
  const { t } = useTranslation('seals');
  const may = useMay();
  const operations = useDictionary('seal_operation');
  const [chosen, choose] = useState<FieldOperation | null>(null);
  const { seal, label, number } = scanned;
  const verdict = verdictOf(scanned);
  const section = useRef<HTMLElement>(null);
  // whoever looked it up from far down the list of what waits sees what came of it
  useEffect(() => {
    // without a word of when it is done, which browsers tell since lately, and which an effect has no use for
    section.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const here = useHere();
  const offered = operationNames.filter(
    (name) => may(field[name]) && (seal ? scanned.may.includes(SealOperation[name]) : false),
  );
  const takesOff = offered.includes('unseal');
  /** it depends on where whoever asks stands; without a place it is what the first look said */
  const asked = useQuery({
    queryKey: [field.scan.path, read.medium, read.text, here.place],
    queryFn: ({ signal }) =>
      send(field.scan, { medium: read.medium, read: read.text, ...here.place }, { quiet: true, signal }),
    enabled: takesOff && here.place !== null,
    staleTime: 0,
    gcTime: 0,
  });
  const unsealing = here.state === 'none' ? scanned.unseal : asked.data?.unseal;
  const isPlaced = here.place !== null && here.place.accuracy <= ON_SITE_METRES;
  const possible = offered.filter((name) => name !== 'unseal' || !unsealing?.refusal);
  return (
    <section ref={section} className="field-verdict" data-verdict={verdict} aria-live="polite">
      <h2>{t(`field.verdict.${verdict}`)}</h2>
      <p className="mono field-number">{number}</p>
      {seal && !saysState.has(verdict) && <SealSign of={seal} />}
      <ul>
        {label !== 'none' && <li>{t(`field.label.${label}`)}</li>}
        {!seal && <li>{t('field.nobody')}</li>}
        {seal?.object && <li>{t(seal.state === 'sealed' ? 'field.on' : 'field.was', { object: seal.object })}</li>}
        {seal?.seal_time && <li>{t('field.since', { time: clockTime(seal.seal_time) })}</li>}
        {seal && seal.state === 'blank' && (
          <li>{seal.mine ? t('field.mine') : t('field.theirs', { name: seal.holder_name })}</li>
        )}
        {seal && (
          <li>
            {seal.kind_name}
            {seal.iso_class !== 'none' && ` · ISO 17712 ${seal.iso_class}`}
          </li>
        )}
      </ul>
      {takesOff && (!chosen || chosen === 'unseal') && (
        <Unsealing of={unsealing} placed={isPlaced} failed={asked.isError} />
      )}
      {!chosen && (
        <div className="field-actions">
          {possible.map((name) => (
            <Button key={name} size="large" block onClick={() => choose(name)}>
              {operations.word(String(SealOperation[name]))}
            </Button>
          ))}
          {!seal && may(field.patrol) && (
            <Button size="large" block onClick={() => choose('patrol')}>
              {t('field.tell')}
            </Button>
          )}
        </div>
      )}
      {chosen && (
        <OperationForm {...{ read, point, here, unsealing, finished }} name={chosen} leave={() => choose(null)} />
      )}
    </section>
  );
};

/** Whose words say already what the seal's sign would. */
const saysState: ReadonlySet<string> = new Set(['wrong', 'blank', 'sealed']);

const verdictOf = ({ seal, label }: Scanned): 'forged' | 'unknown' | 'wrong' | 'blank' | 'sealed' | 'over' => {
  if (label === 'forged') return 'forged';
  if (!seal) return 'unknown';
  // a seal that was wrong and is scrapped is on nothing any more
  if (seal.abnormal && seal.state === 'sealed') return 'wrong';
  return seal.state === 'blank' || seal.state === 'sealed' ? seal.state : 'over';
};
