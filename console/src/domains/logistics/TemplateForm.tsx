import { logisticsCalls } from '@plomb/contract/logistics/domain';
import type { JourneyTemplate } from '@plomb/contract/logistics/journeyTemplates';
import { Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { Field } from '../../ui/form/Field.tsx';
import { PlanParts } from './PlanParts.tsx';
import { Positions } from './Positions.tsx';
import { preparedTemplate, type TemplateTyped } from './planForm.ts';
import { Part, RouteParts } from './RouteParts.tsx';

const listed = logisticsCalls.journeyTemplates.add.input.shape as unknown as Record<'stops' | 'positions', z.ZodObject>;

/** The form of a plan without what is of one journey: no vehicle, no hour, no lock and no number. */
export const TemplateForm = ({ record }: { record: Pick<JourneyTemplate, 'positions'> | undefined }) => {
  const { t } = useTranslation('logistics');
  return (
    <PlanParts
      title={t('template.what')}
      ready={t('template.ready')}
      asked={(values: TemplateTyped) => logisticsCalls.journeyTemplates.add.input.safeParse(preparedTemplate(values))}
    >
      <RouteParts
        isOfPlan={false}
        who={
          <>
            <Field name="name" label={t('template.name')}>
              <Input />
            </Field>
            <div className="batch-pair">
              <Field name="carrier" label={t('batch.carrier')} extra={t('template.carrierHint')}>
                <Input />
              </Field>
              <Field name="minutes" label={t('template.minutes')}>
                <InputNumber suffix={t('limit.minutes')} />
              </Field>
            </div>
          </>
        }
        stops={{ schema: listed.stops, when: (nth) => <AfterStart nth={nth} />, blank: { after_minutes: null } }}
      />
      <Part nth={4} title={t('form.positions')}>
        <p className="batch-hint">{t('template.positionsHint')}</p>
        <Positions schema={listed.positions} openers={(record?.positions ?? []).flatMap(({ openers }) => openers)} />
      </Part>
    </PlanParts>
  );
};

const AfterStart = ({ nth }: { nth: number }) => {
  const { t } = useTranslation('logistics');
  return (
    <Field name={[nth, 'after_minutes']} label={t('template.after')}>
      <InputNumber suffix={t('limit.minutes')} />
    </Field>
  );
};
