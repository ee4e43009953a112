import { cardCalls } from '@plomb/contract/cards/domain';
import { App, Button, Modal } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AreasMap } from '../../lock/holds/AreasMap.tsx';
import { send } from '../../platform/client.ts';
import { useMay } from '../../platform/may.ts';
import { said } from '../../platform/notices.ts';
import { areasIn, type CardOpens, marksOf } from './cardOnMap.ts';

const { status } = cardCalls.cards;
const { push } = cardCalls.cardMatrix;

/** What can be done about a card where it stands: seen on a large map, pushed again, and blocked. */
export const CardActs = ({ told, changed }: { told: CardOpens; changed: () => void }) => {
  const { t } = useTranslation('cards');
  const { modal } = App.useApp();
  const may = useMay();
  const navigate = useNavigate();
  const [onMap, show] = useState(false);
  const [busy, setBusy] = useState(false);
  const { card, in_drift, drifting } = told;
  const name = card.ic_name || card.card_no || card.ic_no;
  const [areas, locks] = [areasIn(told), marksOf(told)];
  const block = (): void => {
    modal.confirm({
      title: t('matrix.blockTitle', { name }),
      content: <p>{t('matrix.blocking')}</p>,
      okText: t('matrix.block'),
      okButtonProps: { danger: true },
      focusable: { autoFocusButton: 'cancel' },
      onOk: async () => {
        await send(status, { ids: [card.id], status: 2 }, { about: name });
        said(t('matrix.blocked', { name }));
        changed();
      },
    });
  };
  const again = async (): Promise<void> => {
    setBusy(true);
    try {
      await send(push, { device_ids: in_drift }, { about: name });
      said(t('matrix.pushAsked', { count: in_drift.length }));
      changed();
    } catch {
      // said by the client
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {areas.length + locks.length > 0 && <Button onClick={() => show(true)}>{t('matrix.onMap')}</Button>}
      {drifting > 0 && may(push) && (
        <Button disabled={busy} onClick={() => void again()}>
          {t('matrix.pushAgain', { count: in_drift.length })}
        </Button>
      )}
      {may(cardCalls.cards.list) && (
        <Button onClick={() => void navigate(`/card?id=${card.id}`)}>{t('matrix.record')}</Button>
      )}
      {may(status) && card.usable && (
        <Button className="card-block" type="link" danger onClick={block}>
          {t('matrix.blockDots')}
        </Button>
      )}
      <Modal
        className="card-large-map"
        open={onMap}
        title={t('matrix.map', { name })}
        width="min(1200px, 94vw)"
        footer={null}
        onCancel={() => show(false)}
        destroyOnHidden
      >
        <AreasMap areas={areas} locks={locks} label={t('matrix.map', { name })} />
      </Modal>
    </>
  );
};
