import type { Application } from '@plomb/contract/friends/applications';
import { friendCalls } from '@plomb/contract/friends/domain';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { useDo } from './useDo.ts';

const { block } = friendCalls.friends;

/** Blocks the other side of an application, where the reader knows who that is. */
export const BlockPerson = ({ one: { person_id: id, oper_name: name } }: { one: Application }) => {
  const { t } = useTranslation('friends');
  const { modal } = App.useApp();
  const run = useDo();
  if (!useMay()(block) || id === null) return null;
  const ask = (): void => {
    modal.confirm({
      title: t('blockTitle', { name }),
      content: t('blockText', { name }),
      okText: t('block'),
      cancelText: t('keep'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: () => run(send(block, { id }), t('wasBlocked')),
    });
  };
  return (
    <Button danger onClick={ask}>
      {t('block')}
    </Button>
  );
};
