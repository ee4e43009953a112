import type { MessageChannel } from '@plomb/contract/messages/channels';

/** One address has one form: it is counted by it. */
export const plainAddress = (channel: MessageChannel, address: string): string =>
  channel === 'mail' ? address.trim().toLowerCase() : address.replace(/[\s-]/g, '');

/** As much of an address as tells somebody who knows it which it is. */
export const coveredAddress = (channel: MessageChannel, address: string): string => {
  if (channel === 'mail') {
    const at = address.lastIndexOf('@');
    return `${address.slice(0, 1)}***${address.slice(at)}`;
  }
  const digits = plainAddress('sms', address);
  return digits.length < 9 ? `****${digits.slice(-2)}` : `${digits.slice(0, 3)} **** ${digits.slice(-4)}`;
};
