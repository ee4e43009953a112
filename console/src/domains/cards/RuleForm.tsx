import { cardCalls } from '@plomb/contract/cards/domain';
import { ruleLimits } from '@plomb/contract/cards/rules';
import type { OutputOf } from '@plomb/contract/kit/call';
import { useQuery } from '@tanstack/react-query';
import { Alert, Form, Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { AreasField } from '../../lock/holds/AreasField.tsx';
import { type DrawnArea, drawnAll, drawnOnly } from '../../lock/holds/drawnAreas.ts';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Field } from '../../ui/form/Field.tsx';
import { OrganisationSelect } from '../../ui/form/OrganisationSelect.tsx';
import { useNumber } from '../../ui/useNumber.ts';
import { HoursField } from './HoursField.tsx';
import { MomentField } from './MomentField.tsx';
import { ordersOfRule } from './ordersOfRule.ts';
import { RuleCards } from './RuleCards.tsx';
import { RuleDevices } from './RuleDevices.tsx';
import './cards.css';
import './rules.css';

const { options, detail } = cardCalls.regionalRules;
type Rule = Omit<OutputOf<typeof detail>, 'version'>;

/** How many locks are told how much at once, while it is written. */
const Telling = ({ isNew, enabled }: { isNew: boolean; enabled: boolean }) => {
  const { t } = useTranslation('cards');
  const number = useNumber();
  const areas = Form.useWatch<DrawnArea[] | undefined>('areas') ?? [];
  const cards = Form.useWatch<number[] | undefined>('card_ids') ?? [];
  const devices = Form.useWatch<number[] | null | undefined>('device_ids');
  const status = Form.useWatch<1 | 2 | undefined>('status');
  if (!(isNew ? status === 1 : enabled) || cards.length === 0) return null;
  const orders = ordersOfRule({ areas: areas.length, cards: cards.length });
  const locks = devices ? number(devices.length) : t('rule.allLocks');
  return (
    <Alert className="wide" type="warning" showIcon title={t('rule.telling', { locks, orders: number(orders) })} />
  );
};

/** Which cards open which locks, in which areas, and when. */
export const RuleForm = ({ rule }: { rule: Rule | undefined }) => {
  const { t } = useTranslation('cards');
  const states = useDictionary('enable_status');
  const offered = useQuery({
    queryKey: [options.path, ''],
    queryFn: () => send(options, {}, { quiet: true }),
    staleTime: 60_000,
  }).data;
  return (
    <div className="form-columns">
      <Field name="rule_name" label={t('rule.name')}>
        <Input />
      </Field>
      {!rule && (
        <>
          <Field name="status" label={t('state')} extra={t('rule.statusHint')}>
            <Radio.Group options={([1, 2] as const).map((value) => ({ value, label: states.word(value) }))} />
          </Field>
          <Field className="wide" name="org_id" label={t('organisation')} extra={t('rule.organisationHint')}>
            <OrganisationSelect allowClear of={offered?.organizations} />
          </Field>
        </>
      )}
      <Field className="wide" name="card_ids" label={t('rule.cards')}>
        <RuleCards known={rule?.card_list ?? []} />
      </Field>
      <Field className="wide" name="device_ids" label={t('locks')} required>
        <RuleDevices known={rule?.device_list ?? []} />
      </Field>
      <h2 className="form-part">{t('rule.where')}</h2>
      <Field className="wide" name="areas" label={t('rule.areas')} sent={drawnOnly} rules={[{ validator: drawnAll }]}>
        <AreasField />
      </Field>
      <h2 className="form-part">{t('rule.when')}</h2>
      <Field name="from_time" label={t('rule.from')} extra={t('rule.fromHint', { count: ruleLimits.aheadDays })}>
        <MomentField />
      </Field>
      <Field name="until_time" label={t('rule.until')} extra={t('rule.untilHint')}>
        <MomentField />
      </Field>
      <Field className="wide" name="hours" label={t('rule.hours.label')}>
        <HoursField />
      </Field>
      <Telling isNew={!rule} enabled={rule?.status === 1} />
      <Alert className="wide" type="info" showIcon title={t('rule.outcome')} />
    </div>
  );
};
