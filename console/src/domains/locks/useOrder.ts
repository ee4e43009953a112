import type { Command } from '@plomb/contract/locks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureWords, Unreachable } from '../../platform/answer.ts';
import { useSettings } from '../../platform/settings.ts';
import { putCommand } from './history.ts';
import { pressKey } from './pressKey.ts';

/**
 * One opening of a dialog: one key, so that a double press, or pressing again after no answer came, stays one command.
 * `failure` says why there is no command; `known` is false when nobody can say whether there is one.
 */
export const useOrder = (order: (key: string) => Promise<Command>, done: () => void) => {
  const queries = useQueryClient();
  const lang = useSettings((s) => s.lang);
  const [key] = useState(pressKey);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ why: string; known: boolean } | null>(null);
  const submit = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      putCommand(queries, await order(key));
      done();
    } catch (error) {
      setFailure({ why: failureWords(error, lang), known: !(error instanceof Unreachable) });
      setBusy(false);
    }
  };
  return { busy, failure, submit };
};
