import { jointech808 as messages } from '@plomb/protocols/jointech808/messages';
import { type Jointech808Location, jointech808Reports } from './jointech808Report.ts';
import type { Jt808Profile } from './profile.ts';
import { standard808, standardOrder, tellsMore } from './standard808.ts';

/**
 * Jointech locks that speak JT/T 808 (JT702, JT705, JT707, JT709). Their maker has published what they say, and of what they
 * can be told the form alone: every order is the standard's, or a question of the texts between the frames.
 */
export const jointech808: Jt808Profile = {
  wire: 'jt808',
  silenceMillis: 30 * 60_000,

  ...standard808<Jointech808Location>(messages, jointech808Reports),

  instruct(instruction, version) {
    switch (instruction.kind) {
      // Nothing locks it from afar: putting the rope in does. A seal is a fact the platform holds.
      case 'seal':
      // Its texts are orders: what it makes of a free one nobody knows.
      case 'text':
        return null;
      case 'query_info':
        return { text: { word: 'BASE', number: 1, fields: [] } };
      case 'unseal': {
        const body = messages.encode({ kind: 'vehicleControl', body: { controls: [unlockDoor] } }, version);
        return { id: doorControl, body, told: false };
      }
      default: {
        const order = standardOrder(instruction);
        return (
          order && { id: messages.idOf(order), body: messages.encode(order, version), told: tellsMore.has(order.kind) }
        );
      }
    }
  },

  answerText: ({ fields }) => ({ result: 'ok', told: { info: { text: fields.join().slice(0, 200) } } }),
};

const doorControl = 0x8500;
const unlockDoor = { device: 1, locked: false };
