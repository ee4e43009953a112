import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type List, ListContext } from './useList.ts';
import './list.css';
import './print.css';

/** How a list page stands: header, one line of filters, the batch bar, the rows, the pager; an open record beside them. */
export const ListFrame = (props: {
  list: List;
  header: ReactNode;
  /** a line of its own above the filters: the parts of the list, of which one is shown */
  tabs?: ReactNode;
  filters: ReactNode;
  freshness?: ReactNode;
  /** at the right of the filters: the columns */
  tools?: ReactNode;
  batch?: ReactNode;
  footer?: ReactNode;
  panel?: ReactNode;
  /** the rows answer what was asked before: they stand there until the answer comes, and look like it */
  isOther?: boolean;
  children: ReactNode;
}) => {
  const { t } = useTranslation('ui');
  return (
    <ListContext value={props.list}>
      <div className="list-page">
        {props.header}
        <div className="list-body" data-open={Boolean(props.panel)}>
          <section className="list" aria-busy={props.isOther === true}>
            {props.tabs}
            <search className="filters" aria-label={t('filters')}>
              <div className="filters-line">{props.filters}</div>
              {/* beside the line and not in it: what is drawn in from the side is not seen */}
              {props.list.filtered && (
                <Button type="link" size="small" onClick={props.list.reset}>
                  {t('reset')}
                </Button>
              )}
              {props.freshness}
              {props.tools}
            </search>
            {props.batch}
            {props.children}
            {props.footer}
          </section>
          {props.panel}
        </div>
      </div>
    </ListContext>
  );
};
