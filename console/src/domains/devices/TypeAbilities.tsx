import type { LockFamily } from '@plomb/contract/lock/codes';
import { sealModel } from '@plomb/contract/lock/operable';
import { type Ability, abilities, commandKinds, orderKinds } from '@plomb/contract/lock/orderKinds';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';
import { listed } from '../../platform/listed.ts';
import { useSettings } from '../../platform/settings.ts';
import { DictTag } from '../../ui/DictTag.tsx';
import { Fact } from '../../ui/Facts.tsx';

const shown = ['yes', 'unverified', 'no'] as const satisfies readonly Ability[];

/** What a type's locks are by their family: who knows that one is sealed, what opens it when typed, and what it can be told. */
export const TypeAbilities = ({ family }: { family: LockFamily }) => {
  const { t } = useTranslation('devices');
  const lang = useSettings((s) => s.lang);
  const models = useDictionary('seal_model');
  const told = (ability: Ability): string =>
    listed(
      commandKinds.filter((kind) => abilities[family][kind] === ability).map((kind) => orderKinds[kind].title[lang]),
      lang,
    );
  return (
    <>
      <Fact name={models.title}>
        <DictTag code="seal_model" value={sealModel[family]} />
      </Fact>
      <Fact name={t('deviceType.passwordPattern')}>{t(`deviceType.passwordOf.${family}`)}</Fact>
      {shown.map((ability) => (
        <Fact key={ability} ifAny name={t(`deviceType.can.${ability}`)}>
          {told(ability)}
        </Fact>
      ))}
    </>
  );
};
