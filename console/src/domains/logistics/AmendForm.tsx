import type { InputOf } from '@plomb/contract/kit/call';
import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { LogisticsBatchDetail } from '@plomb/contract/logistics/logisticsBatches';
import { openedByOthers, takesTwo } from '@plomb/contract/logistics/plan';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';
import { useSettings } from '../../platform/settings.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { AmendedParts } from './PlanForm.tsx';
import { Openers } from './Positions.tsx';
import { openerOf, openerTexts, type PlanTyped, planToForm, preparedRoute } from './planForm.ts';

const calls = logisticsCalls.logisticsBatches;
type Amendment = InputOf<typeof calls.amend>;
type Typed = Omit<Amendment, 'witness_password' | 'positions' | keyof Hours> &
  Hours & { witness_password: string; positions: { id: number; openers: string[] }[] };
type Hours = Pick<PlanTyped, 'plan_start' | 'plan_end' | 'stops'>;
type Planned = Pick<LogisticsBatchDetail, 'positions'>;

/** What the form holds as the call is told it: of positions, those that are opened by others than before. */
const preparedAmendment = (typed: Typed, { positions }: Planned) => ({
  ...preparedRoute(typed),
  positions: openedByOthers(
    positions,
    typed.positions.map(({ id, openers }) => ({ id, openers: openers.map(openerOf) })),
  ),
});

/** What can still change once seals are on it: each change stays beside the plan, with who made it, why, and who stood beside. */
export const AmendForm = ({ id, close }: { id: number; close: () => void }) => {
  const { t } = useTranslation('logistics');
  const lang = useSettings((s) => s.lang);
  const client = useQueryClient();
  const { data: batch, error } = useQuery({
    queryKey: [calls.detail.path, id, 'amend'],
    queryFn: ({ signal }) => send(calls.detail, { id }, { quiet: true, signal }),
    gcTime: 0,
  });
  const save = async (typed: Typed, version: string, stored: () => void): Promise<void> => {
    if (!batch) return;
    const { witness_login, witness_password, witness_code, ...plan } = preparedAmendment(typed, batch);
    const isByTwo = batch.state === 'in_transit' && takesTwo(batch, plan);
    await send(calls.amend, {
      ...plan,
      ...{ id, version },
      ...(isByTwo &&
        witness_login && {
          witness_login: witness_login.trim(),
          witness_password: await (await import('../../platform/signIn.ts')).sealedFor(
            calls.amend.path,
            witness_password,
          ),
          ...(witness_code && { witness_code }),
        }),
    });
    stored();
    said(t('amend.done'));
    close();
    await client.invalidateQueries({
      predicate: ({ queryKey: [path] }) => typeof path === 'string' && path.startsWith('/logisticsBatch/'),
    });
  };
  if (error) return <Alert type="error" showIcon title={failureWords(error, lang)} />;
  if (!batch) return null;
  const { vehicle_id: _, positions: __, owner_id: ___, ...route } = planToForm(batch);
  // a lock is opened by its own rules
  const named = batch.positions.filter(({ medium }) => medium !== 'lock');
  const positions = named.map((one) => ({ id: one.id, openers: openerTexts(one.openers) }));
  return (
    <RecordForm<Typed>
      title={t('amend.title', { serial: batch.serial })}
      verb={t('amend.verb')}
      initial={{ ...route, positions, reason: '', witness_login: '', witness_password: '', witness_code: '' } as never}
      save={save}
      close={close}
      schema={calls.amend.input}
    >
      <div className="batch-form">
        <AmendedParts media={batch.positions.map(({ medium }) => medium)} />
        <section className="batch-part">
          <Openers of={named} />
          <Field name="reason" label={t('step.reason')} lacking={t('form.missing.reason')}>
            <Input.TextArea rows={2} maxLength={200} />
          </Field>
          {batch.state === 'in_transit' && (
            <Form.Item noStyle shouldUpdate>
              {({ getFieldsValue }) => {
                const now = getFieldsValue(true) as Typed;
                return isWhole(now) && takesTwo(batch, preparedAmendment(now, batch)) ? <Beside /> : null;
              }}
            </Form.Item>
          )}
        </section>
      </div>
    </RecordForm>
  );
};

/** Its places have a place each: before, nothing can be said of where it may be opened. */
const isWhole = ({ start, end, destination, stops }: Partial<Typed>): boolean =>
  stops !== undefined && [start, end, destination, ...stops].every((one) => typeof one?.lat === 'number');

/** The sign-in of a second person, who is here. */
const Beside = () => {
  const { t } = useTranslation('logistics');
  return (
    <fieldset className="batch-place">
      <legend>{t('amend.beside')}</legend>
      <p className="batch-hint">{t('amend.besideHint')}</p>
      <Form.Item name="witness_login" label={t('amend.login')}>
        <Input autoComplete="off" maxLength={60} />
      </Form.Item>
      <Form.Item name="witness_password" label={t('amend.password')}>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="witness_code" label={t('amend.code')}>
        <Input autoComplete="one-time-code" maxLength={20} />
      </Form.Item>
    </fieldset>
  );
};
