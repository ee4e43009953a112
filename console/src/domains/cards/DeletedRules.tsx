import { SearchOutlined } from '@ant-design/icons';
import { cardCalls } from '@plomb/contract/cards/domain';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button, Collapse, Input, Modal, Pagination, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { clockTime } from '../../platform/time.ts';
import { Blank } from '../../ui/list/Blank.tsx';
import { RuleHistory } from './RuleHistory.tsx';
import '../../ui/list/list.css';
import './rules.css';

const { deleted } = cardCalls.regionalRules;
const size = 20;

/** Rules that have gone, which alarms and records name still, each with what it said when. */
export const DeletedRules = ({ close }: { close: () => void }) => {
  const { t } = useTranslation('cards');
  const { t: ui } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const [{ keyword, page }, ask] = useState({ keyword: '', page: 1 });
  const { data, error, refetch } = useQuery({
    queryKey: [deleted.path, keyword, page],
    queryFn: () => send(deleted, { page, size, ...(keyword && { keyword }) }, { quiet: true }),
    placeholderData: keepPreviousData,
  });
  const body = () => {
    if (error && !data)
      return (
        <Blank kind="failed" title={ui('failedTitle')} text={failureWords(error, lang)}>
          <Button type="primary" onClick={() => void refetch()}>
            {ui('retry')}
          </Button>
        </Blank>
      );
    if (!data) return <Skeleton active />;
    if (data.total === 0)
      return keyword ? (
        <Blank kind="filtered" title={ui('emptyFiltered')} text={ui('emptyFilteredText')} />
      ) : (
        <Blank kind="empty" title={t('rule.noneDeleted')} text={t('rule.noneDeletedText')} />
      );
    return (
      <>
        <Collapse
          ghost
          destroyOnHidden
          items={data.rows.map(({ id, rule_name, org_name, deleted_time, changed_by }) => ({
            key: id,
            label: (
              <span className="rule-deleted">
                <b>{rule_name}</b>
                <small>
                  {[org_name, t('rule.deletedAt', { time: clockTime(deleted_time) }), changed_by]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </span>
            ),
            children: <RuleHistory ruleId={id} />,
          }))}
        />
        {data.total > size && (
          <Pagination
            size="small"
            current={page}
            pageSize={size}
            total={data.total}
            showSizeChanger={false}
            onChange={(next) => ask({ keyword, page: next })}
          />
        )}
      </>
    );
  };
  return (
    <Modal open title={t('rule.deletedTitle')} footer={null} onCancel={close} width={640} destroyOnHidden>
      <p>{t('rule.deletedText')}</p>
      <Input.Search
        allowClear
        maxLength={60}
        aria-label={t('rule.name')}
        placeholder={t('rule.name')}
        enterButton={<Button icon={<SearchOutlined />} aria-label={ui('search')} />}
        onSearch={(sought) => ask({ keyword: sought.trim(), page: 1 })}
      />
      {body()}
    </Modal>
  );
};
