import { meteringCalls } from '@plomb/contract/metering/domain';
import type { MeterWork } from '@plomb/contract/metering/works';
import { Alert, Button, Input, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';
import { PersonField, PhotosField, type SecondPerson, SecondPersonFields, witnessOf } from './fields.tsx';
import { useChanged } from './forms.tsx';

const { meterWorks } = meteringCalls;
const steps = ['assign', 'repair', 'sign', 'reopen', 'cancel'] as const;
type Step = (typeof steps)[number];

/** What may be done with an order now, as the table of steps has it; who may is the button's. */
const possible = ({ state, assignee_id, meter_state, failed }: MeterWork): Step[] => {
  const reopen: Step[] = failed ? ['reopen'] : [];
  const cancel: Step[] = meter_state === 'maintenance' ? [] : ['cancel'];
  const isSealed = meter_state === 'sealed' || meter_state === 'patrol';
  const repair: Step[] = assignee_id === null || isSealed ? [] : ['repair'];
  if (state === 'open') return [...repair, 'assign', ...cancel];
  if (state === 'repaired') return [...reopen, 'sign', ...cancel];
  return state === 'signed' ? [...reopen, ...cancel] : [];
};

/** The steps of an order as buttons, and the form of the one that is chosen. */
export const WorkSteps = ({ work }: { work: MeterWork }) => {
  const { t } = useTranslation('metering');
  const may = useMay();
  const [chosen, choose] = useState<Step | null>(null);
  const close = (): void => choose(null);
  const Form = chosen && forms[chosen];
  return (
    <>
      {possible(work)
        .filter((step) => may(meterWorks[step]))
        .map((step, at) => (
          <Button key={step} type={at === 0 && step !== 'cancel' ? 'primary' : 'default'} onClick={() => choose(step)}>
            {t(`work.${step}`)}
          </Button>
        ))}
      {Form && <Form work={work} close={close} />}
    </>
  );
};

interface FormProps {
  work: MeterWork;
  close: () => void;
}
const AssignForm = ({ work, close }: FormProps) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<{ assignee_id: number }>
      title={`${t('work.assignIt')} · ${work.number}`}
      verb={t('work.assignIt')}
      initial={{ assignee_id: work.assignee_id }}
      schema={meterWorks.assign.input}
      close={close}
      save={async ({ assignee_id }, _version, stored) => {
        await send(meterWorks.assign, { id: work.id, assignee_id });
        await changed(t('work.assigned'), stored);
      }}
    >
      <Field name="assignee_id" label={t('work.assignee')}>
        <PersonField
          known={work.assignee_id === null ? undefined : { id: work.assignee_id, oper_name: work.assignee }}
        />
      </Field>
    </RecordForm>
  );
};

const RepairForm = ({ work, close }: FormProps) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<{ work: string; parts: string; verify_needed: boolean; photos: string[] }>
      title={`${t('work.repairIt')} · ${work.number}`}
      verb={t('work.repairIt')}
      initial={{ work: '', parts: '', verify_needed: true, photos: [] }}
      schema={meterWorks.repair.input}
      close={close}
      save={async (typed, _version, stored) => {
        await send(meterWorks.repair, { id: work.id, ...typed });
        await changed(t('work.wasRepaired'), stored);
      }}
    >
      <Field name="work" label={t('work.work')}>
        <Input.TextArea rows={3} />
      </Field>
      <Field name="parts" label={t('work.parts')}>
        <Input />
      </Field>
      <Field name="verify_needed" label={t('work.verifyNeeded')}>
        <Radio.Group
          options={[
            { value: true, label: t('work.verifyYes') },
            { value: false, label: t('work.verifyNo') },
          ]}
        />
      </Field>
      <Field name="photos" label={t('photos')}>
        <PhotosField />
      </Field>
    </RecordForm>
  );
};

/** Whoever repaired it or has it lets somebody else sign in here; anybody else signs alone. */
const SignForm = ({ work, close }: FormProps) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<SecondPerson>
      title={`${t('page.second')} · ${work.number}`}
      verb={t('work.signIt')}
      initial={{}}
      schema={meterWorks.sign.input}
      close={close}
      save={async (beside, _version, stored) => {
        await send(meterWorks.sign, {
          ...{ id: work.id, repair_time: work.repair_time ?? undefined },
          ...(await witnessOf(meterWorks.sign.path, beside)),
        });
        await changed(t('work.signed'), stored);
      }}
    >
      <p>
        <b>{work.work}</b>
        {work.parts && ` · ${work.parts}`} · {work.repairer}
      </p>
      <Alert
        type="info"
        showIcon
        title={t(work.mine ? 'work.signBeside' : work.has ? 'work.signHas' : 'work.signOwn')}
      />
      {(work.mine || work.has) && <SecondPersonFields />}
    </RecordForm>
  );
};

/** What was repaired did not pass: it is repaired anew. */
const ReopenForm = ({ work, close }: FormProps) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<{ reason: string }>
      title={`${t('work.reopenIt')} · ${work.number}`}
      verb={t('work.reopenIt')}
      initial={{ reason: '' }}
      schema={meterWorks.reopen.input}
      close={close}
      save={async ({ reason }, _version, stored) => {
        await send(meterWorks.reopen, { id: work.id, reason });
        await changed(t('work.wasReopened'), stored);
      }}
    >
      <Alert type="info" showIcon title={t('work.reopenHint')} />
      <Field name="reason" label={t('work.reopenReason')}>
        <Input.TextArea rows={2} />
      </Field>
    </RecordForm>
  );
};

const CancelForm = ({ work, close }: FormProps) => {
  const { t } = useTranslation('metering');
  const changed = useChanged(close);
  return (
    <RecordForm<{ reason: string }>
      title={`${t('work.cancelIt')} · ${work.number}`}
      verb={t('work.cancelIt')}
      initial={{ reason: '' }}
      schema={meterWorks.cancel.input}
      close={close}
      save={async ({ reason }, _version, stored) => {
        await send(meterWorks.cancel, { id: work.id, reason });
        await changed(t('work.wasCancelled'), stored);
      }}
    >
      <Field name="reason" label={t('work.cancelReason')}>
        <Input.TextArea rows={2} />
      </Field>
    </RecordForm>
  );
};

const forms = {
  assign: AssignForm,
  repair: RepairForm,
  sign: SignForm,
  reopen: ReopenForm,
  cancel: CancelForm,
} as const;
