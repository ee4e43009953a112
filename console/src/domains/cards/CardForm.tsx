import { cardTypes } from '@plomb/contract/cards/cards';
import { cardCalls } from '@plomb/contract/cards/domain';
import { useQuery } from '@tanstack/react-query';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useDictionary } from '../../platform/dictionaries.ts';
import { Field } from '../../ui/form/Field.tsx';
import { OrganisationSelect } from '../../ui/form/OrganisationSelect.tsx';
import { CardPlace } from './CardPlace.tsx';

const { options } = cardCalls.cards;

export const CardForm = ({ isNew }: { isNew: boolean }) => {
  const { t } = useTranslation('cards');
  const types = useDictionary('card_type');
  const offered = useQuery({
    queryKey: [options.path],
    queryFn: () => send(options, {}, { quiet: true }),
    staleTime: 60_000,
  }).data;
  return (
    <div className="form-columns">
      {isNew && (
        <Field name="ic_no" label={t('number')} extra={t('numberHint')}>
          <Input className="mono" autoComplete="off" inputMode="numeric" />
        </Field>
      )}
      <Field name="ic_name" label={t('name')}>
        <Input />
      </Field>
      <Field name="card_type" label={t('type')}>
        <Select options={cardTypes.map((type) => ({ value: type, label: types.word(type) }))} />
      </Field>
      <Field name="card_no" label={t('printed')} extra={t('printedHint')}>
        <Input />
      </Field>
      {isNew && (
        <Field className="wide" name="org_id" label={t('organisation')} extra={t('organisationHint')}>
          <OrganisationSelect allowClear of={offered?.organizations} />
        </Field>
      )}
      <h2 className="form-part">{t('place')}</h2>
      <CardPlace />
    </div>
  );
};
