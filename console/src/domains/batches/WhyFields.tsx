import { Input, Select } from 'antd';
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useDictionary } from '../../platform/dictionaries.ts';

export interface Why {
  /** of the list of reasons to unseal */
  code: string | null;
  reason: string;
}
export const noWhy: Why = { code: null, reason: '' };
/** As the calls take it. */
export const whyOf = ({ code, reason }: Why): { reason: string; reason_code?: string } => ({
  ...(code === null ? {} : { reason_code: code }),
  reason,
});

/** Why an order is given: for an unseal an item of the list, and words. `refused`: it was tried without; `fixed`: it may be on its way with these. */
export const WhyFields = ({
  id,
  listed,
  label,
  why,
  change,
  refused,
  fixed = false,
}: {
  /** of the field of words */
  id: string;
  listed: boolean;
  label: ReactNode;
  why: Why;
  change: (to: Why) => void;
  refused: boolean;
  fixed?: boolean;
}) => {
  const { t } = useTranslation('lock');
  const reasons = useDictionary('unseal_reason');
  const own = useId();
  return (
    <>
      {listed && (
        <div className="batch-field">
          <label htmlFor={`${own}-code`}>{t('dialog.reason')}</label>
          <Select
            id={`${own}-code`}
            value={why.code}
            disabled={fixed}
            onChange={(code: string | null) => change({ ...why, code })}
            placeholder={t('dialog.choose')}
            options={reasons.options}
          />
        </div>
      )}
      <div className="batch-field">
        <label htmlFor={id}>{label}</label>
        <Input
          id={id}
          value={why.reason}
          disabled={fixed}
          maxLength={200}
          onChange={(event) => change({ ...why, reason: event.target.value })}
          status={refused ? 'error' : ''}
          aria-invalid={refused}
          aria-describedby={`${own}-short`}
        />
        <p className="work-error" id={`${own}-short`} role="alert">
          {refused && t('dialog.reasonShort')}
        </p>
      </div>
    </>
  );
};
