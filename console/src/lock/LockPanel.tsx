import { CloseOutlined } from '@ant-design/icons';
import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import { movesMetal } from '@plomb/contract/lock/orderKinds';
import type { MapLock } from '@plomb/contract/map/map';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNow } from '../platform/time.ts';
import { DictTag } from '../ui/DictTag.tsx';
import { Serial } from '../ui/Serial.tsx';
import { CommandCard } from './CommandCard.tsx';
import { useHistory } from './history.ts';
import { LockActions } from './LockActions.tsx';
import { LockAsOf } from './LockAsOf.tsx';
import { LockFacts, LockFigures } from './LockFigures.tsx';
import { LockHero } from './LockHero.tsx';
import { LockTimeline } from './LockTimeline.tsx';
import { headOf, nameBelow } from './names.ts';
import { isStateBehind } from './operable.ts';
import { isAwaited, isUndecided } from './stepper.ts';
import { outstanding } from './timeline.ts';
import { WaitingRequests } from './WaitingRequests.tsx';
import '../ui/page.css';
import './locks.css';

interface Props {
  lock: MapLock;
  connection: Connection;
  following: boolean;
  onFollow: (on: boolean) => void;
  onClose: () => void;
}

/** Everything about the chosen lock: its state first, what is being done to it, figures, and what happened. */
export const LockPanel = ({ lock, connection, following, onFollow, onClose }: Props) => {
  const { t } = useTranslation('lock');
  const now = useNow();
  const history = useHistory(lock);
  const commands: readonly Command[] = history.orders;
  const moved = commands.find(({ kind }) => movesMetal(kind));
  return (
    <section className="lock-panel" aria-label={t('panel', { name: headOf(lock) })}>
      <header className="lock-head">
        <h2>{headOf(lock)}</h2>
        <Button type="text" icon={<CloseOutlined />} aria-label={t('close')} onClick={onClose} />
        <p>
          {nameBelow(lock) && <span>{nameBelow(lock)}</span>}
          <DictTag code="out_of_use" value={lock.out_of_use} />
          <Serial value={lock.sn} copy />
        </p>
      </header>
      <div className="lock-body">
        <LockHero lock={lock} connection={connection} />
        <LockAsOf lock={lock} connection={connection} />
        <WaitingRequests id={lock.id} />
        {outstanding(commands, now).map((command) => (
          <CommandCard key={command.id} command={command} lock={lock} connection={connection} orders={commands} />
        ))}
        <LockFigures lock={lock} />
        <LockFacts lock={lock} />
        <LockTimeline history={history} family={lock.family} />
      </div>
      <LockActions
        lock={lock}
        connection={connection}
        uncertain={moved?.state === 'uncertain' && isUndecided(moved) ? moved : null}
        underWay={moved && (isAwaited(moved, now) || isStateBehind(moved, lock, now)) ? moved : null}
        follow={{ on: following, turn: onFollow }}
      />
    </section>
  );
};
