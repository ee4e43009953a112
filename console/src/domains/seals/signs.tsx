import type { Seal } from '@plomb/contract/seals/seals';
import { useTranslation } from 'react-i18next';
import { DictTag } from '../../ui/DictTag.tsx';
import './seals.css';

/** What a seal is good for now, and what is wrong with it. */
export const SealSign = ({ of }: { of: Pick<Seal, 'state' | 'abnormal'> }) => {
  const { t } = useTranslation('seals');
  return (
    <span className="seal-sign">
      <DictTag code="seal_state" value={of.state} />
      {of.abnormal && <b className="seal-wrong">{t('abnormal')}</b>}
    </span>
  );
};
