import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Chosen, collect, mostChosen } from '../table/selection.ts';

/** Chooses every record of the list, not only those of this page; shows how far it is, and can be stopped. */
export const SelectAll = ({
  total,
  isAtLeast,
  pageAt,
  take,
}: {
  total: number;
  isAtLeast: boolean;
  pageAt: Parameters<typeof collect>[0];
  take: (chosen: Chosen) => void;
}) => {
  const { t } = useTranslation('ui');
  const [found, setFound] = useState<number | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const start = async (): Promise<void> => {
    stopper.current = new AbortController();
    setFound(0);
    try {
      take(await collect(pageAt, setFound, stopper.current.signal));
    } catch {
      // stopped, or the client has said why
    } finally {
      setFound(null);
    }
  };
  if (found === null)
    return (
      <Button type="link" size="small" onClick={() => void start()}>
        {isAtLeast && t('selectFirstOfMore', { most: mostChosen })}
        {!isAtLeast && total > mostChosen && t('selectFirst', { most: mostChosen, count: total })}
        {!isAtLeast && total <= mostChosen && t('selectAll', { count: total })}
      </Button>
    );
  return (
    <span>
      {t('selecting', { count: found })}
      <Button type="link" size="small" onClick={() => stopper.current?.abort()}>
        {t('stop')}
      </Button>
    </span>
  );
};
