import { personalCalls } from '@plomb/contract/personal/domain';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQueryClient } from '@tanstack/react-query';
import { App, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { send } from '../../../platform/client.ts';
import { useMay } from '../../../platform/may.ts';
import { said } from '../../../platform/notices.ts';
import type { Role } from './useRoleOptions.ts';

/** Whether who holds the role must use a second factor; it turns only after the question is answered. */
export const SecondFactorSwitch = ({ role }: { role: Role }) => {
  const { t } = useTranslation('system/roles');
  const { t: ui } = useTranslation('ui');
  const { modal } = App.useApp();
  const may = useMay();
  const queries = useQueryClient();
  const required = role.second_factor_required;
  const word = t(required ? 'secondFactor.required' : 'secondFactor.optional');
  if (!may(personalCalls.secondFactor.require)) return word;
  const ask = (): void => {
    modal.confirm({
      title: ui('statusTitle'),
      content: t(required ? 'secondFactor.turnOff' : 'secondFactor.turnOn', {
        name: role.roleName,
        count: role.operators,
      }),
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(personalCalls.secondFactor.require, { id: role.id, required: !required });
        said(ui('modified'));
        for (const call of [systemCalls.roles.list, systemCalls.roles.detail])
          void queries.invalidateQueries({ queryKey: [call.path] });
      },
    });
  };
  return (
    <span className="status-switch">
      <Switch size="small" checked={required} onClick={ask} aria-label={`${t('secondFactor.label')}: ${word}`} /> {word}
    </span>
  );
};
