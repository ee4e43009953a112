import { CameraOutlined, CloseOutlined } from '@ant-design/icons';
import { fileIdOf } from '@plomb/contract/files/images';
import { MOST_PHOTOS, type Unsealing } from '@plomb/contract/seals/field';
import type { SealMedium } from '@plomb/contract/seals/number';
import { abnormalKinds } from '@plomb/contract/seals/operations';
import { Alert, Button, Input, Select } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { serverNow } from '../../platform/clock.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { pressKey } from '../../platform/pressKey.ts';
import { useSettings } from '../../platform/settings.ts';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { usePicture } from '../../ui/usePicture.tsx';
import { type FieldOperation, field, nextCounter } from './field.ts';
import { useTasks } from './Tasks.tsx';
import type { useHere } from './useHere.ts';

/** What an operation is not done without, as the server judges it too. */
const needsPhoto: readonly FieldOperation[] = ['seal', 'patrol', 'scrap', 'abnormal'];
const needsReason: readonly FieldOperation[] = ['scrap', 'abnormal'];

const Labelled = ({ label, children }: { label: string; children: (id: string) => ReactNode }) => {
  const id = useId();
  return (
    <div className="field-item">
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
};

export interface Point {
  id: number;
  name: string;
}

/** One operation: what it asks for, the place, the photos. What is missing is said beside the button, which sends nothing until then. */
export const OperationForm = ({
  name,
  read,
  point,
  here,
  unsealing,
  leave,
  finished,
}: {
  name: FieldOperation;
  read: { medium: SealMedium; text: string };
  /** of a meter, that is sealed */
  point: Point | null;
  here: ReturnType<typeof useHere>;
  /** what taking it off asks for; undefined: nobody knows, and whoever stands beside may sign in */
  unsealing: Unsealing | null | undefined;
  leave: () => void;
  finished: (words: string, good: boolean) => void;
}) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const kinds = useDictionary('seal_abnormal');
  /** told again because no answer came, it is the same operation, done when it was first told; another thing is another one */
  const tried = useRef<{ typed: string; stamp: object & { key: string; time: string; counter: number } } | null>(null);
  const stampOf = (typed: string) => {
    if (tried.current?.typed !== typed)
      tried.current = {
        typed,
        stamp: {
          ...{ key: pressKey(), time: new Date(serverNow()).toISOString(), counter: nextCounter() },
          ...(here.place ?? {}),
        },
      };
    return tried.current.stamp;
  };
  const [object, setObject] = useState('');
  const positions = useTasks().rows.filter(({ kind: what, medium }) => what === 'seal' && medium === read.medium);
  const [position, setPosition] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [kind, setKind] = useState<(typeof abnormalKinds)[number]>();
  const [photos, setPhotos] = useState<string[]>([]);
  const [witness, setWitness] = useState({ login: '', password: '', code: '' });
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');

  const isUnseal = name === 'unseal';
  const asksWhy = needsReason.includes(name) || (isUnseal && unsealing?.with_reason === true);
  const takesTwo = name === 'scrap' || (isUnseal && unsealing?.with_witness === true);
  const missing = [
    name === 'seal' && !point && position === null && object.trim() === '' && t('field.needs.object'),
    name === 'abnormal' && !kind && t('field.needs.kind'),
    asksWhy && reason.trim() === '' && t('field.needs.reason'),
    needsPhoto.includes(name) && photos.length === 0 && t('field.needs.photo'),
    takesTwo && (witness.login === '' || witness.password === '') && t('field.needs.witness'),
  ].filter((one) => one !== false);

  const tell = async (): Promise<void> => {
    const told = {
      ...{ medium: read.medium, read: read.text, photos, reason: reason.trim() },
      ...stampOf(JSON.stringify([object, position, reason, kind, photos, witness.login])),
    };
    if (name === 'seal')
      return say(
        await send(field.seal, {
          ...told,
          ...(point ? { point: point.id } : position === null ? { object: object.trim() } : { position }),
        }),
      );
    if (name === 'abnormal') return say(await send(field.abnormal, { ...told, ...(kind && { abnormal_kind: kind }) }));
    // taking one off asks for a second person only where its batch does
    if (takesTwo || (isUnseal && witness.login !== '')) {
      const { sealedFor } = await import('../../platform/signIn.ts');
      return say(
        await send(field[name], {
          ...told,
          witness_login: witness.login.trim(),
          witness_password: await sealedFor(field[name].path, witness.password),
          ...(witness.code && { witness_code: witness.code }),
        }),
      );
    }
    return say(await send(field[name], told));
  };
  const say = ({ outcome, words }: { outcome: string; words: string }): void =>
    finished(outcome === 'done' ? t(`field.done.${name}`) : words, outcome === 'done');
  const run = async (): Promise<void> => {
    setBusy(true);
    setWrong('');
    try {
      await tell();
    } catch (error) {
      setWrong(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      className="field-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing.length === 0) void run();
      }}
    >
      <h3>{t(`field.do.${name}`)}</h3>
      {name === 'seal' && point && <p>{t('field.on', { object: point.name })}</p>}
      {name === 'seal' && !point && positions.length > 0 && (
        <Labelled label={t('field.position')}>
          {(id) => (
            <Select
              id={id}
              allowClear
              value={position}
              placeholder={t('field.positionHint')}
              options={positions.map((task) => ({
                value: task.position,
                label: `${task.plate} · ${task.position_name} · ${task.serial}`,
              }))}
              onChange={(value: number | undefined) => setPosition(value ?? null)}
            />
          )}
        </Labelled>
      )}
      {name === 'seal' && !point && position === null && (
        <Labelled label={t('field.object')}>
          {(id) => (
            <Input
              id={id}
              value={object}
              maxLength={100}
              placeholder={t('field.objectHint')}
              onChange={({ target }) => setObject(target.value)}
            />
          )}
        </Labelled>
      )}
      {name === 'abnormal' && (
        <Labelled label={t('operation.kind')}>
          {(id) => (
            <Select
              id={id}
              value={kind}
              options={abnormalKinds.map((value) => ({ value, label: kinds.word(value) }))}
              onChange={setKind}
            />
          )}
        </Labelled>
      )}
      <Labelled label={t(asksWhy ? 'field.reason' : 'field.remark')}>
        {(id) => (
          <Input.TextArea
            id={id}
            rows={2}
            value={reason}
            maxLength={200}
            onChange={({ target }) => setReason(target.value)}
          />
        )}
      </Labelled>
      <Photos photos={photos} change={setPhotos} />
      {(takesTwo || (isUnseal && unsealing === undefined)) && (
        <fieldset className="field-witness">
          <legend>{t(takesTwo ? 'field.witness' : 'field.witnessIfAsked')}</legend>
          <Labelled label={t('field.witnessLogin')}>
            {(id) => (
              <Input
                id={id}
                autoComplete="off"
                value={witness.login}
                onChange={({ target }) => setWitness((now) => ({ ...now, login: target.value }))}
              />
            )}
          </Labelled>
          <Labelled label={t('field.witnessPassword')}>
            {(id) => (
              <Input.Password
                id={id}
                autoComplete="new-password"
                value={witness.password}
                onChange={({ target }) => setWitness((now) => ({ ...now, password: target.value }))}
              />
            )}
          </Labelled>
          <Labelled label={t('field.witnessCode')}>
            {(id) => (
              <Input
                id={id}
                autoComplete="one-time-code"
                value={witness.code}
                onChange={({ target }) => setWitness((now) => ({ ...now, code: target.value }))}
              />
            )}
          </Labelled>
        </fieldset>
      )}
      <p className="seal-hint">
        {t(here.state === 'none' && name === 'patrol' ? 'field.here.patrol' : `field.here.${here.state}`)}
      </p>
      {wrong && <Alert type="error" showIcon title={wrong} />}
      {missing.length > 0 && <p className="seal-hint">{t('field.missing', { what: listed(missing, lang) })}</p>}
      <div className="field-actions">
        <Button type="primary" size="large" htmlType="submit" block disabled={missing.length > 0} loading={busy}>
          {t(`field.do.${name}`)}
        </Button>
        <Button size="large" block disabled={busy} onClick={leave}>
          {t('field.back')}
        </Button>
      </div>
    </form>
  );
};

const Photos = ({ photos, change }: { photos: string[]; change: (photos: string[]) => void }) => {
  const { t } = useTranslation('seals');
  const { busy, wrong, choose, field: input } = usePicture('seal', (path) => change([...photos, fileIdOf(path)]), true);
  return (
    <div className="field-item">
      <div className="seal-shots">
        {photos.map((photo, at) => (
          <span key={photo} className="field-photo">
            <FilePicture id={photo} alt={t('operation.photo', { count: at + 1 })} />
            <Button
              icon={<CloseOutlined />}
              aria-label={t('field.dropPhoto', { count: at + 1 })}
              onClick={() => change(photos.filter((one) => one !== photo))}
            />
          </span>
        ))}
      </div>
      {input}
      {photos.length < MOST_PHOTOS && (
        <Button size="large" block icon={<CameraOutlined />} loading={busy} onClick={choose}>
          {t('field.photo')}
        </Button>
      )}
      {wrong && (
        <p className="seal-failed" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
};
