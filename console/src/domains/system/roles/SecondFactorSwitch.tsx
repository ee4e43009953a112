import { personalCalls } from '@plomb/contract/personal/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQueryClient } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import type { Role } from './useRoleOptions.ts';

const kinds = {
  required: { words: 'secondFactor', call: personalCalls.secondFactor.require },
  byMessage: { words: 'byMessage', call: personalCalls.secondFactor.allowMessages },
} as const;

/**
 * Whether who holds the role must use a second factor, and whether its codes may be sent; it turns only after the question is
 * answered.
 */
export const SecondFactorSwitch = ({ role, kind }: { role: Role; kind: keyof typeof kinds }) => {
  const { t } = useTranslation('system/roles');
  const { t: ui } = useTranslation('ui');
  const { modal } = App.useApp();
  const may = useMay();
  const queries = useQueryClient();
  const { words, call } = kinds[kind];
  const isOn = kind === 'required' ? role.second_factor_required : role.second_factor_by_message;
  const word = t(isOn ? `${words}.required` : `${words}.optional`);
  if (!may(call)) return word;
  const ask = (): void => {
    modal.confirm({
      title: ui('statusTitle'),
      content: t(isOn ? `${words}.turnOff` : `${words}.turnOn`, {
        name: role.roleName,
        count: role.operators,
      }),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        if (kind === 'required') await send(kinds.required.call, { id: role.id, required: !isOn });
        else await send(kinds.byMessage.call, { id: role.id, allowed: !isOn });
        said(ui('modified'));
        for (const { path } of [systemCalls.roles.list, systemCalls.roles.detail])
          void queries.invalidateQueries({ queryKey: [path] });
      },
    });
  };
  return (
    <span className="status-switch">
      <Switch size="small" checked={isOn} onClick={ask} aria-label={`${t(`${words}.label`)}: ${word}`} /> {word}
    </span>
  );
};
