import type { Call } from '@plomb/contract/kit/call';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../platform/client.ts';

/** The enable status of one record: a word, or a switch that turns only after "modify the state?" is answered. */
export const StatusSwitch = ({
  of,
  row,
  name,
  consequence,
  done,
  may,
}: {
  of: Call;
  row: { id: number; status: 1 | 2 };
  name: string;
  /** what it means, in one sentence, for the status it turns to */
  consequence: (to: 1 | 2) => string;
  done: () => Promise<void>;
  may: boolean;
}) => {
  const { t } = useTranslation('ui');
  const { modal } = App.useApp();
  const on = row.status === 1;
  const word = t(on ? 'enabled' : 'disabled');
  const ask = (): void => {
    const to = on ? 2 : 1;
    modal.confirm({
      title: t('statusTitle'),
      content: (
        <>
          <b>{name}</b>
          <br />
          {consequence(to)}
        </>
      ),
      okText: t(on ? 'disable' : 'enable'),
      okButtonProps: { danger: on },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(of, { ids: [row.id], status: to });
        await done();
      },
    });
  };
  return (
    <span className="status-switch">
      <Switch size="small" checked={on} disabled={!may} onClick={ask} aria-label={`${name}: ${word}`} />
      {word}
    </span>
  );
};
