import { importCalls } from '@plomb/contract/imports/domain';
import type { ImportDetail } from '@plomb/contract/imports/imports';
import { useQueryClient } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { said } from '../../platform/notices.ts';

/** A file that was never imported goes at once, after asking. */
export const Discard = ({ one, done }: { one: ImportDetail; done: () => void }) => {
  const { t } = useTranslation('imports');
  const { modal } = App.useApp();
  const queries = useQueryClient();
  const { imports } = importCalls;
  const discard = async (): Promise<void> => {
    try {
      await send(imports.discard, { id: one.id });
      said(t('discard.done', { name: one.name }));
      done();
      await queries.invalidateQueries({ queryKey: [imports.list.path] });
    } catch {
      // said by the client; it stands otherwise by now
      await queries.invalidateQueries({ queryKey: [imports.detail.path, one.id] });
    }
  };
  const ask = (): void => {
    modal.confirm({
      title: t('discard.title'),
      content: t('discard.text', { name: one.name }),
      okText: t('discard.do'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: discard,
    });
  };
  return <Button onClick={ask}>{t('discard.do')}</Button>;
};
