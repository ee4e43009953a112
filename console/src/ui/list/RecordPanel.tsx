import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Skeleton } from 'antd';
import { type ReactNode, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { useSettings } from '../../platform/settings.ts';
import { useKeys } from '../keys.ts';
import { InGroups } from '../Serial.tsx';
import { useTheList } from './useList.ts';

/**
 * The open record beside its list: the table stays usable, the arrows walk the rows, Esc closes. On a narrow screen it
 * lies over the page.
 */
export const RecordPanel = ({
  title,
  ids,
  failure,
  loading,
  footer,
  children,
}: {
  title: ReactNode;
  /** rows of the list in their order, for previous and next */
  ids: readonly number[];
  loading: boolean;
  failure: unknown;
  footer?: ReactNode;
  children: ReactNode;
}) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { open, show } = useTheList();
  const panel = useRef<HTMLElement>(null);
  const at = open.id === null ? -1 : ids.indexOf(open.id);
  const [previous, next] = at < 0 ? [undefined, undefined] : [ids[at - 1], ids[at + 1]];

  useKeys(t('keys.list'), [
    { keys: ['Escape'], does: t('keys.leave'), inFields: true, press: () => show({ id: null }) },
  ]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another record is read from its top
  useEffect(() => {
    panel.current?.querySelector('.record-body')?.scrollTo(0, 0);
  }, [open.id]);

  return (
    <aside className="record" ref={panel} aria-label={typeof title === 'string' ? title : undefined}>
      <header>
        <strong>
          {failure && title === '' ? t('notShown') : typeof title === 'string' ? <InGroups text={title} /> : title}
        </strong>
        <Button
          type="text"
          size="small"
          icon={<UpOutlined />}
          aria-label={t('previous')}
          disabled={previous === undefined}
          onClick={() => show({ id: previous ?? null })}
        />
        <Button
          type="text"
          size="small"
          icon={<DownOutlined />}
          aria-label={t('next')}
          disabled={next === undefined}
          onClick={() => show({ id: next ?? null })}
        />
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('close')}
          onClick={() => show({ id: null })}
        />
      </header>
      <div className="record-body">
        {failure ? (
          <p role="alert">{failureWords(failure, lang)}</p>
        ) : loading ? (
          <Skeleton active paragraph={{ rows: 8 }} />
        ) : (
          // words of its own that are still on their way take away neither the list nor the focus on a row of it
          <Suspense fallback={<Skeleton active paragraph={{ rows: 8 }} />}>{children}</Suspense>
        )}
      </div>
      {footer && (
        <footer>
          <Suspense>{footer}</Suspense>
        </footer>
      )}
    </aside>
  );
};
