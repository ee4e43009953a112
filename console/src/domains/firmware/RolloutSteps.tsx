import { firmwareCalls } from '@plomb/contract/firmware/domain';
import type { RolloutDetail } from '@plomb/contract/firmware/rollouts';
import { type RolloutState, rolloutSteps, stepOf } from '@plomb/contract/firmware/steps';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input, Modal } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { ResumeByTwo } from './ResumeByTwo.tsx';

const of = firmwareCalls.firmwareRollouts;
const people = ['pause', 'resume', 'again', 'end'] as const;
type Step = (typeof people)[number];

/** Where it goes on by two, whoever decides reads what failed: that is tried again once it goes on. */
const isOffered = (step: Step, { state, failed, by_two }: RolloutDetail): boolean =>
  step === 'again'
    ? failed > 0 && state !== 'ended' && !(state === 'stopped' && by_two)
    : stepOf<RolloutState>(rolloutSteps[step], state) !== null;

/** What people may do with a roll-out that has begun, each with a reason. */
export const RolloutSteps = ({ one }: { one: RolloutDetail }) => {
  const { t } = useTranslation('firmware');
  const may = useMay();
  const id = useId();
  const queries = useQueryClient();
  const [asked, ask] = useState<Step | null>(null);
  const [reason, say] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const isGiven = reason.trim().length >= 4;
  const anew = async (): Promise<void> => {
    for (const { path } of [of.detail, of.list]) await queries.invalidateQueries({ queryKey: [path] });
  };
  const close = (): void => {
    ask(null);
    say('');
    setTried(false);
  };
  const take = async (step: Step): Promise<void> => {
    setTried(true);
    if (!isGiven) return document.getElementById(`${id}-reason`)?.focus();
    setBusy(true);
    try {
      await send(of[step], { id: one.id, reason });
      said(t(`rolloutSteps.${step}.done`));
      close();
    } catch {
      // said by the client
    } finally {
      setBusy(false);
      await anew();
    }
  };
  return (
    <span className="firmware-actions">
      {people
        // it goes on by the right of whoever resumed it last
        .filter((step) => may(of[step]) && (step !== 'resume' || may(of.start)) && isOffered(step, one))
        .map((step) => (
          <Button
            key={step}
            {...(step === 'resume' && one.state === 'paused' ? { type: 'primary' as const } : {})}
            onClick={() => ask(step)}
          >
            {t(`rolloutSteps.${step}.ask`)}
          </Button>
        ))}
      {asked === 'resume' && one.by_two && <ResumeByTwo one={one} close={close} anew={() => void anew()} />}
      {asked && !(asked === 'resume' && one.by_two) && (
        <Modal
          open
          title={t(`rolloutSteps.${asked}.title`)}
          okText={t(`rolloutSteps.${asked}.go`)}
          cancelText={t('steps.keep')}
          okButtonProps={{ danger: asked === 'end', loading: busy }}
          onOk={() => void take(asked)}
          onCancel={close}
        >
          <p>
            {t(
              asked === 'resume' && one.state === 'paused'
                ? 'rolloutSteps.resume.paused'
                : `rolloutSteps.${asked}.means`,
            )}
          </p>
          <label htmlFor={`${id}-reason`}>{t('rollout.reason')}</label>
          <Input
            id={`${id}-reason`}
            value={reason}
            maxLength={200}
            onChange={(event) => say(event.target.value)}
            onPressEnter={() => void take(asked)}
            status={tried && !isGiven ? 'error' : ''}
            aria-invalid={tried && !isGiven}
            aria-describedby={`${id}-short`}
          />
          <p className="work-error" id={`${id}-short`} role="alert">
            {tried && !isGiven && t('preview.short')}
          </p>
        </Modal>
      )}
    </span>
  );
};
