import type { Call, InputOf } from '@plomb/contract/kit/call';
import type { FileTicket } from '@plomb/contract/kit/exporting';
import type { z } from 'zod';
import { download, send } from '../platform/client.ts';

export const save = (blob: Blob, name: string): void => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

/** Asks for a file, fetches it and hands it to the browser; answers its name. `told` hears how many bytes are here. */
export const saveFile = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  told?: (bytes: number) => void,
): Promise<string> => {
  const ticket = (await send(call, input)) as z.output<typeof FileTicket>;
  save((await download(ticket.url, told)).blob, ticket.name);
  return ticket.name;
};

/** By whose clock a file says its hours. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;
