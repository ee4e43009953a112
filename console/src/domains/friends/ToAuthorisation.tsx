import type { Application } from '@plomb/contract/friends/applications';
import { friendCalls } from '@plomb/contract/friends/domain';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMay } from '../../platform/may.ts';

/** The way to where it is decided, with its devices and for how long; an application has the number of what it asks for. */
export const ToAuthorisation = ({ one: { id, state, direction } }: { one: Application }) => {
  const { t } = useTranslation('friends');
  const navigate = useNavigate();
  if (!useMay()(friendCalls.authorisations.detail)) return null;
  const isMine = state === 'pending' && direction === 'incoming';
  return (
    <Button {...(isMine ? { type: 'primary' } : {})} onClick={() => void navigate(`/authorisation?id=${id}`)}>
      {t(isMine ? 'auth.lookAndDecide' : 'auth.look')}
    </Button>
  );
};
