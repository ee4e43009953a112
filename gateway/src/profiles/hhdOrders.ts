import type { HhdMessage } from '@plomb/protocols/hhd/messages';
import type { Instruction } from '../kit/ports.ts';
import { type StandardMessage, standardOrder } from './standard808.ts';

/** `control` of 0x0310. */
const restart = 3;

/** The message for an order: the maker's own 0x0310 where its meaning is known, else the standard's. */
export function hhdOrder(instruction: Instruction): HhdMessage | StandardMessage | null {
  switch (instruction.kind) {
    case 'seal':
    case 'unseal':
      return {
        kind: 'instruct',
        body: [{ name: 'seal', value: { seal: instruction.kind === 'seal', user: instruction.user } }],
      };
    case 'restart':
      return { kind: 'instruct', body: [{ name: 'control', value: restart }] };
    case 'set_intervals': {
      // For how long it sleeps the maker has published no parameter, so the standard's is tried, and both go in one message.
      const { report_interval: report, sleep_interval: sleep } = instruction.args;
      if (report === undefined || sleep !== undefined) return standardOrder(instruction);
      return { kind: 'instruct', body: [{ name: 'reportSeconds', value: report }] };
    }
    default:
      return standardOrder(instruction);
  }
}
