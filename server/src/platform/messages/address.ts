import type { MessageChannel } from '@plomb/contract/messages/channels';

/** As it is sent: what was typed, without what only parts it. */
export const sentAddress = (channel: MessageChannel, address: string): string =>
  channel === 'mail' ? address.trim() : address.replace(/[\s-]/g, '');

/** One address has one form: it is counted by it. A number of the mainland is its 11 digits, with its country before them or without. */
export const plainAddress = (channel: MessageChannel, address: string): string =>
  channel === 'mail'
    ? sentAddress('mail', address).toLowerCase()
    : sentAddress('sms', address)
        .replace(/^00/, '+')
        .replace(/^\+86(?=1\d{10}$)/, '');

/** As much of an address as tells somebody who knows it which it is. */
export const coveredAddress = (channel: MessageChannel, address: string): string => {
  if (channel === 'mail') {
    const at = address.lastIndexOf('@');
    return `${address.slice(0, 1)}***${address.slice(at)}`;
  }
  const digits = plainAddress('sms', address);
  return digits.length < 9 ? `****${digits.slice(-2)}` : `${digits.slice(0, 3)} **** ${digits.slice(-4)}`;
};
