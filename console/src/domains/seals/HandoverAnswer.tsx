import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import { sealCalls } from '@plomb/contract/seals/domain';
import { numbersIn } from '@plomb/contract/seals/runs';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said, useUnsaid } from '../../platform/notices.ts';
import { useSession } from '../../platform/session.ts';
import { useSettings } from '../../platform/settings.ts';

const { handovers } = sealCalls;

/** What whoever looks may do with it: the taker takes or declines, the giver withdraws; both account for what was missing. */
export const HandoverAnswer = ({ of }: { of: OutputOf<typeof handovers.detail> }) => {
  const { t } = useTranslation('seals');
  const lang = useSettings((s) => s.lang);
  const me = useSession((s) => s.oper?.id);
  const may = useMay();
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [answer, setAnswer] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, fail] = useState('');
  const numbers = numbersIn(text);
  const isGiver = of.giver_id === me;
  const isTaker = of.taker_id === me;
  const stillMissing = of.items.filter(({ outcome }) => outcome === 'missing').length;

  const tell = async <C extends Call>(call: C, input: InputOf<C>, words: string): Promise<void> => {
    setBusy(true);
    fail('');
    try {
      await send(call, input);
      said(words);
      setText('');
      setAnswer('');
      await queries.invalidateQueries();
    } catch (error) {
      fail(failureWords(error, lang));
    } finally {
      setBusy(false);
    }
  };
  const unsaid = useUnsaid(failure);
  const wrong = unsaid && (
    <p className="seal-failed" role="alert">
      {unsaid}
    </p>
  );
  const field = (label: string) => (
    <div className="handover-field">
      <label htmlFor="handover-numbers">{label}</label>
      <Input.TextArea
        {...{ id: 'handover-numbers', className: 'mono', rows: 3, value: text, placeholder: t('handover.numbersHint') }}
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
  if (of.state === 'offered' && isTaker && may(handovers.accept))
    return (
      <div className="handover-answer">
        {field(t('handover.notThere'))}
        <div className="handover-field">
          <label htmlFor="handover-remark">{t('handover.answer')}</label>
          <Input
            {...{ id: 'handover-remark', value: answer, maxLength: 200 }}
            onChange={({ target }) => setAnswer(target.value)}
          />
        </div>
        {wrong}
        <Button
          {...{ type: 'primary', loading: busy, disabled: numbers === null }}
          onClick={() =>
            void tell(handovers.accept, { id: of.id, missing: numbers ?? [], answer }, t('handover.taken'))
          }
        >
          {numbers && numbers.length > 0
            ? t('handover.takeBut', { count: numbers.length })
            : t('handover.take', { count: of.count })}
        </Button>
        <Button
          {...{ danger: true, disabled: busy || answer.trim() === '', title: t('handover.declineWhy') }}
          onClick={() => void tell(handovers.decline, { id: of.id, answer }, t('handover.declined'))}
        >
          {t('handover.decline')}
        </Button>
        {answer.trim() === '' && <small className="seal-hint">{t('handover.declineWhy')}</small>}
      </div>
    );
  if (of.state === 'offered' && isGiver && may(handovers.withdraw))
    return (
      <div className="handover-answer">
        {wrong}
        <Button
          {...{ loading: busy }}
          onClick={() => void tell(handovers.withdraw, { id: of.id }, t('handover.withdrawn'))}
        >
          {t('handover.withdraw')}
        </Button>
      </div>
    );
  if (stillMissing > 0 && (isGiver || isTaker))
    return (
      <div className="handover-answer">
        {field(t(isGiver ? 'handover.foundWhich' : 'handover.lateWhich'))}
        {wrong}
        <Button
          {...{ loading: busy, disabled: !numbers || numbers.length === 0 }}
          onClick={() =>
            void tell(
              handovers.settle,
              { id: of.id, numbers: numbers ?? [] },
              t(isGiver ? 'handover.found' : 'handover.late'),
            )
          }
        >
          {t(isGiver ? 'handover.foundAct' : 'handover.lateAct', { count: numbers?.length ?? 0 })}
        </Button>
      </div>
    );
  return null;
};
