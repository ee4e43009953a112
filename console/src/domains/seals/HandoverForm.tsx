import { sealCalls } from '@plomb/contract/seals/domain';
import { handoverPurposes } from '@plomb/contract/seals/handovers';
import { type SealMedium, sealMedia } from '@plomb/contract/seals/number';
import { numbersIn } from '@plomb/contract/seals/runs';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { PersonSelect } from '../../people/PersonSelect.tsx';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { said } from '../../platform/notices.ts';
import { Field } from '../../ui/form/Field.tsx';
import { RecordForm } from '../../ui/list/RecordForm.tsx';

const { handovers } = sealCalls;

interface Typed {
  taker_id: number;
  purpose: (typeof handoverPurposes)[number];
  medium: SealMedium;
  numbers: string;
  remark: string;
}

/** Seals out of the own hand: to whom, which, why. Whoever gets them says what was really there. */
export const HandoverForm = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('seals');
  const queries = useQueryClient();
  const purposes = useDictionary('handover_purpose');
  const save = async ({ numbers, ...typed }: Typed, _version: string, stored: () => void): Promise<void> => {
    const { count } = await send(handovers.offer, { ...typed, numbers: numbersIn(numbers) ?? [] });
    stored();
    said(t('handover.offeredCount', { count }));
    close();
    await queries.invalidateQueries({ queryKey: [handovers.list.path] });
  };
  return (
    <RecordForm<Typed>
      title={t('handover.offer')}
      verb={t('handover.offerVerb')}
      initial={{ purpose: 'issue', medium: 'qr', numbers: '', remark: '' }}
      save={save}
      close={close}
      schema={handovers.offer.input}
    >
      <Field name="taker_id" label={t('handover.taker')}>
        <PersonSelect
          of={handovers.people}
          butMe
          words={{ hint: t('form.holderFind'), nobody: t('form.holderNobody') }}
        />
      </Field>
      <Field name="purpose" label={t('handover.purpose')}>
        <Radio.Group options={handoverPurposes.map((value) => ({ value, label: purposes.word(value) }))} />
      </Field>
      <Field name="medium" label={t('field.medium')}>
        <Radio.Group options={sealMedia.map((value) => ({ value, label: t(`field.media.${value}`) }))} />
      </Field>
      <Form.Item noStyle dependencies={['medium', 'numbers']}>
        {({ getFieldsValue, setFieldValue }) => {
          const { medium, numbers } = getFieldsValue(['medium', 'numbers']) as Partial<Typed>;
          return (
            <InHand
              medium={medium ?? 'qr'}
              add={(range) => setFieldValue('numbers', [numbers?.trim(), range].filter(Boolean).join('\n'))}
            />
          );
        }}
      </Form.Item>
      <Field
        name="numbers"
        label={t('handover.numbers')}
        extra={t('handover.numbersHint')}
        sent={(text: string) => numbersIn(text ?? '') ?? []}
      >
        <Input.TextArea rows={5} className="mono" />
      </Field>
      <Field name="remark" label={t('handover.remark')}>
        <Input maxLength={200} />
      </Field>
    </RecordForm>
  );
};

/** What is in the own hand, to be taken over by a click. */
const InHand = ({ medium, add }: { medium: SealMedium; add: (range: string) => void }) => {
  const { t } = useTranslation('seals');
  const { data } = useQuery({
    queryKey: [handovers.mine.path, medium],
    queryFn: () => send(handovers.mine, { medium }, { quiet: true }),
  });
  if (!data) return null;
  return (
    <div className="handover-mine">
      <p className="seal-hint">{t('handover.inHand', { count: data.count })}</p>
      {data.rows.map(({ first, last, count }) => {
        const range = count === 1 ? first : `${first} – ${last}`;
        return (
          <Button key={first} size="small" className="mono" onClick={() => add(range)}>
            {range}
          </Button>
        );
      })}
    </div>
  );
};
