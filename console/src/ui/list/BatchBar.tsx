import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What is selected, on this page and on others, and what can be done with all of it. */
export const BatchBar = ({
  ids,
  here,
  clear,
  children,
}: {
  ids: readonly number[];
  here: readonly number[];
  clear: () => void;
  children: ReactNode;
}) => {
  const { t } = useTranslation('ui');
  if (ids.length === 0) return null;
  const onPage = ids.filter((id) => here.includes(id)).length;
  return (
    <div className="batch" role="status">
      <b>{t('selected', { count: ids.length })}</b>
      {onPage < ids.length && <span>{t('selectedWhere', { here: onPage, elsewhere: ids.length - onPage })}</span>}
      <Button type="link" size="small" onClick={clear}>
        {t('clear')}
      </Button>
      <div className="batch-actions">{children}</div>
    </div>
  );
};
