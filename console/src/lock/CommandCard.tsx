import type { Command } from '@plomb/contract/lock/command';
import type { Connection } from '@plomb/contract/lock/connection';
import { orderedBy } from '@plomb/contract/lock/orderedBy';
import { sayOrder } from '@plomb/contract/lock/orderKinds';
import { commandSigns, stageOf } from '@plomb/contract/lock/signs';
import type { MapLock } from '@plomb/contract/map/map';
import { orders } from '@plomb/contract/orders/orders';
import { reasonIn } from '@plomb/contract/orders/reason';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { send } from '../platform/client.ts';
import { useMay } from '../platform/may.ts';
import { said } from '../platform/notices.ts';
import { useSettings } from '../platform/settings.ts';
import { CommandNote } from './CommandNote.tsx';
import { CommandResult } from './CommandResult.tsx';
import { CommandSteps } from './CommandSteps.tsx';
import { putCommand } from './history.ts';
import { shortTime } from './shortTime.ts';
import { countdown, isOvertaken, timeLeft } from './stepper.ts';
import { useSeconds } from './useSeconds.ts';
import { isBehind } from './wake.ts';
import './command.css';

interface Props {
  command: Command;
  lock: MapLock;
  connection: Connection;
  /** all that is known of the lock's orders */
  orders: readonly Command[];
}

/** The life of a command as it happens: its steps, their times, and one sentence on what is not known yet. */
export const CommandCard = ({ command, lock, connection, orders: among }: Props) => {
  const { t } = useTranslation('lock');
  const lang = useSettings((s) => s.lang);
  const now = useSeconds(command.state === 'queued' || command.state === 'sent');
  const left = timeLeft(command, now);
  const overtaken = isOvertaken(command, lock);
  const reason = reasonIn(lang, command);
  const { tone } = commandSigns[stageOf(command)];
  return (
    <section
      className="command"
      data-tone={command.evidence === 'contradicted' ? 'failed' : overtaken ? 'ended' : tone}
      data-stage={stageOf(command)}
      data-testid="command"
    >
      <header>
        <h3>{sayOrder(command.kind, command.args)[lang]}</h3>
        {left !== null && <b className="command-left">{t('command.left', { time: countdown(left) })}</b>}
        <p title={reason}>
          {t('command.by', {
            name: orderedBy(command),
            time: shortTime(command.create_time, now),
          })}
          {reason !== '' && ` · ${reason}`}
        </p>
      </header>
      <CommandSteps command={command} />
      <CommandNote command={command} lock={lock} connection={connection} behind={isBehind(command, among)} now={now} />
      {command.result && <CommandResult result={command.result} />}
      {command.state === 'queued' && <Cancel command={command} />}
    </section>
  );
};

const Cancel = ({ command }: { command: Command }) => {
  const { t } = useTranslation('lock');
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  if (!useMay()(orders[command.kind])) return null;
  const cancel = async (): Promise<void> => {
    setBusy(true);
    try {
      const cancelled = await send(orders.cancel, { id: command.id });
      putCommand(queries, cancelled);
      said(t(cancelled.attempt > 0 ? 'command.cancelledLater' : 'command.cancelled'));
    } catch {
      // said by the client; the stream tells what became of the command
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button className="command-cancel" size="small" block loading={busy} onClick={() => void cancel()}>
      {t('command.cancel')}
    </Button>
  );
};
