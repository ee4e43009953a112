import type { OutputOf } from '@plomb/contract/kit/call';
import { systemCalls } from '@plomb/contract/system/domain';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { failureWords, Refused } from '../../../platform/answer.ts';
import { send } from '../../../platform/client.ts';
import { notify, said, serverErrorTime } from '../../../platform/notices.ts';
import { useSettings } from '../../../platform/settings.ts';
import { changeOf, type Draft, draftOf, rebased } from './grants.ts';

export type RoleGrants = OutputOf<typeof systemCalls.roles.grants>;

/** Saves the draft. When somebody else was first, the same changes are put on top of theirs, to be looked at again. */
export const useSaveGrants = (
  role: RoleGrants | undefined,
  reload: () => Promise<{ data: RoleGrants | undefined }>,
  edit: (draft: Draft | null) => void,
): { save: (draft: Draft) => Promise<void>; saving: boolean } => {
  const { t } = useTranslation('system/roles');
  const { t: ui } = useTranslation('ui');
  const queries = useQueryClient();
  const [saving, setSaving] = useState(false);

  const save = async (draft: Draft): Promise<void> => {
    if (!role) return;
    setSaving(true);
    try {
      const { id, version } = role;
      await send(
        systemCalls.roles.grant,
        { id, version, menus: [...draft.menus], buttons: [...draft.buttons] },
        { quiet: true },
      );
      await reload();
      edit(null);
      said(ui('modified'));
      for (const call of [systemCalls.roles.list, systemCalls.roles.detail])
        void queries.invalidateQueries({ queryKey: [call.path] });
    } catch (error) {
      if (error instanceof Refused && error.sign === 'conflict') {
        const { data } = await reload();
        if (data) edit(rebased(changeOf(draftOf(role.granted), draft), draftOf(data.granted)));
        notify('info', t('conflict'), serverErrorTime * 2);
      } else notify('error', failureWords(error, useSettings.getState().lang), serverErrorTime);
    } finally {
      setSaving(false);
    }
  };
  return { save, saving };
};
