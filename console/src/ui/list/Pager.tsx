import { pageSizes } from '@plomb/contract/kit/call';
import { Button, Pagination } from 'antd';
import { useTranslation } from 'react-i18next';
import { phoneQuery, useMedia } from '../useMedia.ts';
import { useTheList } from './useList.ts';

export const defaultSize = 20;

/** Pages of a counted list. */
export const Pager = ({ total, isAtLeast }: { total: number; isAtLeast: boolean }) => {
  const { t } = useTranslation('ui');
  const { query, change, setSize } = useTheList();
  const phone = useMedia(phoneQuery);
  const page = Number(query.page ?? 1);
  const size = Number(query.size ?? defaultSize);
  return (
    <footer className="pager">
      <span>
        {t(isAtLeast ? 'rangeAtLeast' : 'range', {
          from: Math.min((page - 1) * size + 1, total),
          to: Math.min(page * size, total),
          total,
        })}
      </span>
      <Pagination
        simple={phone}
        current={page}
        pageSize={size}
        total={total}
        showSizeChanger={!phone}
        pageSizeOptions={pageSizes.map(String)}
        onChange={(nextPage, nextSize) => {
          if (nextSize !== size) setSize(nextSize);
          else change({ page: nextPage > 1 ? nextPage : undefined });
        }}
      />
    </footer>
  );
};

/** The end of a list that is read by cursor: it is never counted. */
export const MorePager = ({ more, loading, load }: { more: boolean; loading: boolean; load: () => void }) => {
  const { t } = useTranslation('ui');
  return (
    <footer className="pager pager-more">
      {more ? (
        <Button loading={loading} onClick={load}>
          {t('loadMore')}
        </Button>
      ) : (
        <span>{t('allShown')}</span>
      )}
    </footer>
  );
};
