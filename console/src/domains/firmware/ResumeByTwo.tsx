import { resumeApprovals } from '@plomb/contract/approvals/approvals';
import type { RolloutDetail } from '@plomb/contract/firmware/rollouts';
import { lasting } from '@plomb/contract/kit/lasting';
import { Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderFailure } from '../../lock/OrderFailure.tsx';
import { usePress } from '../../lock/useOrder.ts';
import { useSecondPersonFields } from '../../lock/useSecondPersonFields.tsx';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { notify, said, serverErrorTime } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';

const { ask, present } = resumeApprovals;

/** Asks that a roll-out goes on which stopped by itself: somebody else approves it, elsewhere or beside whoever asks. */
export const ResumeByTwo = ({ one, close, anew }: { one: RolloutDetail; close: () => void; anew: () => void }) => {
  const { t } = useTranslation('firmware');
  const { t: lock } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const time = lasting(one.minutes)[lang];
  const id = useId();
  const [reason, say] = useState('');
  const [tried, setTried] = useState(false);
  const second = useSecondPersonFields(present.path);
  const isGiven = reason.trim().length >= 4;
  const { busy, failure, fixed, submit } = usePress(
    async (idempotency_key) => {
      const request = { id: one.id, reason, idempotency_key };
      const options = { quiet: true, about: one.firmware_version };
      try {
        const typed = await second.signIn();
        return typed ? await send(present, { ...request, ...typed }, options) : await send(ask, request, options);
      } catch (error) {
        second.refused(error);
        anew();
        throw error;
      }
    },
    ({ state }) => {
      // the same press may have been answered before, and settled since
      if (state === 'waiting') said(t('byTwo.asked', { time }));
      else if (state === 'approved') said(t('rolloutSteps.resume.done'));
      else notify('info', t('byTwo.settled'), serverErrorTime);
      anew();
      close();
    },
    ({ error }) => notify('error', failureWords(error, useSettings.getState().lang), serverErrorTime),
  );
  const press = (): void => {
    setTried(true);
    if (isGiven) void submit();
    else document.getElementById(`${id}-reason`)?.focus();
  };
  return (
    <Modal
      open
      title={t('rolloutSteps.resume.title')}
      okText={second.present ? t('rolloutSteps.resume.go') : lock('second.request')}
      cancelText={t('steps.keep')}
      okButtonProps={{ loading: busy }}
      onOk={press}
      onCancel={close}
    >
      <p>{t('rolloutSteps.resume.means')}</p>
      <label htmlFor={`${id}-reason`}>{t('rollout.reason')}</label>
      <Input
        id={`${id}-reason`}
        value={reason}
        maxLength={200}
        disabled={fixed}
        onChange={(event) => say(event.target.value)}
        onPressEnter={press}
        status={tried && !isGiven ? 'error' : ''}
        aria-invalid={tried && !isGiven}
        aria-describedby={`${id}-short`}
      />
      <p className="work-error" id={`${id}-short`} role="alert">
        {tried && !isGiven && t('preview.short')}
      </p>
      <section className="order-second" aria-label={lock('second.title')}>
        <p>
          <strong>{lock('second.title')}</strong> <small>{t('byTwo.text', { time })}</small>
        </p>
        {second.fields(busy)}
        <OrderFailure failure={failure} />
      </section>
    </Modal>
  );
};
