import type { Command } from '@plomb/contract/lock/command';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Refused } from '../platform/answer.ts';
import { sayFailure } from '../platform/client.ts';
import { onLive } from '../platform/live.ts';
import { pressKey } from '../platform/pressKey.ts';
import { putCommand } from './history.ts';

/** Why there is no command; `known` is false when nobody can say whether there is one. */
export interface OrderFailed {
  /** what went wrong: its words are those of whoever reads them then */
  error: unknown;
  known: boolean;
}

/** Only a refusal with a reason says so. A server that lost its database while saving may have the order for all that. */
const isNothingOrdered = (error: unknown): boolean =>
  error instanceof Refused && error.sign !== 'unavailable' && error.sign !== 'error';

/**
 * One opening of a dialog: one key, so that a double press, or pressing again after no answer came, stays one command.
 * Once it is asked for it is on its way, whatever is closed: what becomes of it is told here, or `unheard` of it.
 */
export const usePress = <T>(
  press: (key: string) => Promise<T>,
  done: (answer: T) => void,
  unheard: (failure: OrderFailed) => void,
  hasArrived: () => boolean = () => false,
) => {
  const [key] = useState(pressKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<OrderFailed | null>(null);
  const open = useRef(false);
  /** a try ended without an answer: no refusal of a later one says that there is no order */
  const unanswered = useRef(false);
  useEffect(() => {
    open.current = true;
    return () => {
      open.current = false;
    };
  }, []);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      done(await press(key));
    } catch (error) {
      unanswered.current ||= !isNothingOrdered(error);
      const failed = { error, known: !unanswered.current };
      if (hasArrived() && !failed.known) return;
      if (!open.current) return unheard(failed);
      sayFailure(error);
      setFailure(failed);
      setBusy(false);
    }
  };
  // one that may be on its way is asked for again as it was, or not at all
  return { key, busy, failure, fixed: busy || failure?.known === false, submit };
};

/** An order as such a press. The live news may bring it before, or in the place of, an answer: its key says that it is this one. */
export const useOrder = (
  order: (key: string) => Promise<Command>,
  done: () => void,
  unheard: (failure: OrderFailed) => void,
) => {
  const queries = useQueryClient();
  const arrived = useRef(false);
  const close = useRef(done);
  close.current = done;
  const answered = (command: Command): void => {
    putCommand(queries, command);
    if (!arrived.current) done();
  };
  const pressed = usePress(order, answered, unheard, () => arrived.current);
  const { key } = pressed;
  useEffect(
    () =>
      onLive('command', ({ command }) => {
        if (arrived.current || command.idempotency_key !== key) return;
        arrived.current = true;
        putCommand(queries, command);
        close.current();
      }),
    [key, queries],
  );
  return pressed;
};
