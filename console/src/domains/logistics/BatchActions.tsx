import { fileIdOf } from '@plomb/contract/files/images';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { LogisticsBatch } from '@plomb/contract/logistics/logisticsBatches';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useSession } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';
import { FilePicture } from '../../ui/FilePicture.tsx';
import { later } from '../../ui/later.tsx';
import type { RowAction } from '../../ui/list/RowMenu.tsx';
import { SecondaryActions } from '../../ui/SecondaryActions.tsx';
import { usePicture } from '../../ui/usePicture.tsx';
import { Wrong } from '../../ui/Wrong.tsx';

const AmendForm = later(async () => (await import('./AmendForm.tsx')).AmendForm);
const calls = logisticsCalls.logisticsBatches;
const TemplateOfBatch = later(async () => (await import('./TemplateOfBatch.tsx')).TemplateOfBatch);
type Deed = 'cancel' | 'force' | 'abnormal' | 'own' | 'amend' | 'keep';

/** What the batch's table allows now, as far as whoever looks may. */
const useDeeds = ({ state, owner_id, positions }: LogisticsBatch): Deed[] => {
  const may = useMay();
  const me = useSession((s) => s.oper?.id);
  const isApplied = positions.some((one) => one.state === 'sealed');
  const isOpen = state === 'draft' || state === 'in_transit';
  return [
    ...(isOpen && may(calls.abnormal) ? (['abnormal'] as const) : []),
    ...((state === 'in_transit' || (state === 'draft' && isApplied)) && may(calls.amend) ? (['amend'] as const) : []),
    ...(isOpen && may(calls.own) ? (['own'] as const) : []),
    ...((state === 'in_transit' || (state === 'draft' && isApplied)) &&
    may(calls.force) &&
    (owner_id === me || may(calls.own))
      ? (['force'] as const)
      : []),
    ...(state === 'draft' && may(calls.cancel) && !isApplied ? (['cancel'] as const) : []),
    ...(may(logisticsCalls.journeyTemplates.add) ? (['keep'] as const) : []),
  ];
};

/** `more`: what else can be done where it stands. */
export const BatchActions = ({ of: batch, more = [] }: { of: LogisticsBatch; more?: readonly RowAction[] }) => {
  const { t } = useTranslation('logistics');
  const [open, setOpen] = useState<Deed | null>(null);
  const deeds = useDeeds(batch).map((deed) => ({
    key: deed,
    label: `${deed === 'keep' ? t('template.keep') : t(`deed.${deed}`)}…`,
    danger: deed === 'force',
    run: () => setOpen(deed),
  }));
  return (
    <>
      <SecondaryActions actions={[...deeds, ...more]} />
      {open === 'amend' && <AmendForm id={batch.id} close={() => setOpen(null)} />}
      {open === 'keep' && <TemplateOfBatch id={batch.id} close={() => setOpen(null)} />}
      {open && open !== 'amend' && open !== 'keep' && <DeedDialog deed={open} of={batch} close={() => setOpen(null)} />}
    </>
  );
};

const DeedDialog = ({
  deed,
  of: { id, serial, positions },
  close,
}: {
  deed: Exclude<Deed, 'amend' | 'keep'>;
  of: LogisticsBatch;
  close: () => void;
}) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const client = useQueryClient();
  const field = useId();
  const [reason, setReason] = useState('');
  const [owner, setOwner] = useState<number>();
  const [photos, setPhotos] = useState<string[]>([]);
  const [busy, setBusy] = useState(false);
  const [wrong, setWrong] = useState('');
  const isReady =
    reason.trim() !== '' && (deed !== 'own' || owner !== undefined) && (deed !== 'abnormal' || photos.length > 0);
  const asked = () => {
    if (deed === 'own') return send(calls.own, { id, owner_id: owner ?? 0, reason: reason.trim() });
    if (deed === 'abnormal') return send(calls.abnormal, { id, reason: reason.trim(), photos });
    return send(calls[deed], { id, reason: reason.trim() });
  };
  const run = async (): Promise<void> => {
    setBusy(true);
    setWrong('');
    try {
      await asked();
      await client.invalidateQueries({
        predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/logisticsBatch/'),
      });
      close();
    } catch (error) {
      setWrong(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  const on = positions.filter(({ state }) => state === 'sealed');
  return (
    <Modal
      open
      title={`${t(`deed.${deed}`)} · ${serial}`}
      okText={t(`deed.${deed}`)}
      cancelText={t('deed.leave')}
      okButtonProps={{ disabled: !isReady, danger: deed === 'force' }}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={close}
    >
      <p>{t(`deed.means.${deed}`)}</p>
      {deed === 'force' && on.length > 0 && (
        <p>{t('deed.open', { what: on.map(({ position, number }) => `${position} ${number}`).join(', ') })}</p>
      )}
      {deed === 'own' && (
        <>
          <label htmlFor={`${field}o`}>{t('batch.owner')}</label>
          <PersonSelect
            id={`${field}o`}
            of={calls.mayOwn}
            asked={{ batch_id: id }}
            words={{ hint: t('form.whoHint'), nobody: t('form.nobody') }}
            {...(owner !== undefined && { value: owner })}
            onChange={setOwner}
          />
        </>
      )}
      <label htmlFor={field}>{t('step.reason')}</label>
      <Input.TextArea
        id={field}
        rows={2}
        maxLength={200}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
      />
      {deed === 'abnormal' && <Photos photos={photos} change={setPhotos} />}
      <Wrong words={wrong} />
    </Modal>
  );
};

const Photos = ({ photos, change }: { photos: string[]; change: (photos: string[]) => void }) => {
  const { t } = useTranslation('logistics');
  const { busy, wrong, choose, field } = usePicture('seal', (path) => change([...photos, fileIdOf(path)]), true);
  return (
    <div className="batch-shots">
      {photos.map((photo, at) => (
        <FilePicture key={photo} id={photo} alt={t('step.photo', { count: at + 1 })} />
      ))}
      {field}
      {photos.length < 10 && (
        <Button loading={busy} onClick={choose}>
          {t('deed.addPhoto')}
        </Button>
      )}
      {wrong && <p role="alert">{wrong}</p>}
    </div>
  );
};
