import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** What is selected, on this page and on others, and what can be done with all of it. */
export const BatchBar = ({
  ids,
  here,
  clear,
  more,
  children,
}: {
  ids: readonly number[];
  here: readonly number[];
  clear: () => void;
  /** a way to select the rest */
  more?: ReactNode;
  children: ReactNode;
}) => {
  const { t } = useTranslation('ui');
  if (ids.length === 0) return null;
  const page = new Set(here);
  const onPage = ids.filter((id) => page.has(id)).length;
  return (
    <div className="batch">
      <span role="status">
        <b>{t('selected', { count: ids.length })}</b>{' '}
        {onPage < ids.length && t('selectedWhere', { here: onPage, elsewhere: ids.length - onPage })}
      </span>
      <Button type="link" size="small" onClick={clear}>
        {t('clear')}
      </Button>
      {more}
      <div className="batch-actions">{children}</div>
    </div>
  );
};
