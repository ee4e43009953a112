import type { Assignment } from '@plomb/contract/batches/assignments';
import { batchCalls } from '@plomb/contract/batches/domain';
import { Button, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../platform/may.ts';
import type { RecordsSelection } from '../../ui/RecordsPage.tsx';
import { isHeld, useAssigned } from './useAssigned.tsx';

const of = batchCalls.assignments;

/** Sending to one device, where it stands in the list. It turns once the question is answered. */
export const SendingSwitch = ({ one }: { one: Assignment }) => {
  const { t } = useTranslation('batches');
  const { sending } = useAssigned();
  const allowed = one.state === 'allowed';
  return (
    <Switch
      size="small"
      checked={allowed}
      aria-label={t('assign.sendingTo', { sn: one.sn, organisation: one.to_org_name })}
      onChange={() => sending([one], !allowed)}
    />
  );
};

/** What can be done with those that are chosen: how many of them it is about stands in each button. */
export const AssignedMany = ({ chosen, selection }: { chosen: readonly Assignment[]; selection: RecordsSelection }) => {
  const { t } = useTranslation('batches');
  const may = useMay();
  const { sending, withdraw } = useAssigned();
  const held = chosen.filter(isHeld);
  const done = () => selection.clear();
  const to = (allow: boolean) => {
    const those = held.filter(({ state }) => (state === 'allowed') !== allow);
    return (
      <Button disabled={those.length === 0} onClick={() => sending(those, allow, done)}>
        {t(allow ? 'assign.allowMany' : 'assign.forbidMany', { count: those.length })}
      </Button>
    );
  };
  return (
    <>
      {may(of.sending) && to(true)}
      {may(of.sending) && to(false)}
      {may(of.end) && (
        <Button disabled={held.length === 0} onClick={() => withdraw(held, done)}>
          {t('assign.withdrawMany', { count: held.length })}
        </Button>
      )}
    </>
  );
};
