import { personalCalls } from '@plomb/contract/personal/domain';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Tree } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords } from '../../platform/answer.ts';
import { send } from '../../platform/client.ts';
import { useSettings } from '../../platform/settings.ts';
import { permitsOf, scopeTree } from './scopeTree.ts';

/** A form field: the buttons a key may use, ticked in a tree by menu. */
export const ScopeField = (props: { value?: string[]; onChange?: (scope: string[]) => void }) => {
  const { t } = useTranslation('ui');
  const lang = useSettings((s) => s.lang);
  const { data, error, refetch } = useQuery({
    queryKey: [personalCalls.apiKeys.options.path],
    queryFn: () => send(personalCalls.apiKeys.options, {}, { quiet: true }),
  });
  const tree = useMemo(() => scopeTree(data?.menus ?? [], lang), [data, lang]);
  if (error && !data)
    return (
      <p role="alert">
        {failureWords(error, lang)} <Button onClick={() => void refetch()}>{t('retry')}</Button>
      </p>
    );
  if (!data) return <Skeleton active />;
  return (
    <div className="scope-tree">
      <Tree
        checkable
        selectable={false}
        treeData={tree}
        checkedKeys={props.value ?? []}
        onCheck={(ticked) => props.onChange?.(permitsOf(Array.isArray(ticked) ? ticked : ticked.checked))}
      />
    </div>
  );
};
