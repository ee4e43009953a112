import type { OrderResult } from '@plomb/contract/lock/command';
import { cornersOfPage, type Downlink, encodeDownlink } from '@plomb/protocols/jointech/downlink';
import type { Uplink } from '@plomb/protocols/jointech/uplink';
import type { CommandReply, Instruction } from '../kit/ports.ts';

/**
 * An order as texts, sent in one go; `words` are those which the answers to them repeat, and of cards which operation: a
 * late word of cards added is no answer of cards deleted, and one of cards confined none of cards released.
 */
export function jt701Order(instruction: Instruction): { words: string[]; bytes: Uint8Array } | null {
  const texts = textsOf(instruction)?.map(encodeDownlink);
  if (!texts || texts.length === 0) return null;
  return {
    words: texts.map((text) => {
      const [word = '', , op] = text.toString('latin1').slice(1).split(/[,)]/);
      if (word === 'P58') return `${word},${op}`;
      return word === 'P41' && instruction.kind !== 'query_cards' ? `${word},${op}` : word;
    }),
    bytes: Buffer.concat(texts),
  };
}

/** A bracket or comma would end the frame early. */
const isPlain = (text: string): boolean => /^[0-9A-Za-z]{1,8}$/.test(text);

function textsOf(instruction: Instruction): Downlink[] | null {
  switch (instruction.kind) {
    // Nothing on this wire locks from afar: putting the rope in does. A seal is a fact the platform holds.
    case 'seal':
      return null;
    case 'unseal': {
      const { password } = instruction;
      if (password === null || !isPlain(password.text)) return null;
      return [{ kind: 'unlock', by: password.by, password: password.text }];
    }
    case 'set_unlock_password': {
      const { password, old } = instruction;
      return isPlain(password) && isPlain(old) ? [{ kind: 'setPassword', password, old }] : null;
    }
    case 'query_info':
      return [{ kind: 'info' }];
    case 'query_parameters':
      return [{ kind: 'queryIntervals' }];
    case 'set_intervals': {
      const { report_interval: seconds, sleep_interval: sleep } = instruction.args;
      if (seconds === undefined || sleep === undefined) return null;
      return [{ kind: 'setIntervals', seconds, minutes: Math.round(sleep / 60) }];
    }
    case 'set_low_battery':
      return [{ kind: 'setLowBattery', percent: instruction.args.percent }];
    case 'restart':
      return [{ kind: 'restart' }];
    case 'factory_reset':
      return [{ kind: 'factoryReset' }];
    case 'add_cards':
      return [{ kind: 'addCards', cards: instruction.args.cards }];
    case 'delete_cards':
      return [{ kind: 'deleteCards', cards: instruction.args.cards }];
    case 'query_cards':
      return [{ kind: 'queryCards', page: instruction.args.page }];
    case 'set_area':
      return fence(instruction.args);
    case 'delete_area':
      return [{ kind: 'deleteFence', fence: instruction.args.number }, { kind: 'commitFences' }];
    case 'confine_cards':
      return [{ kind: 'confineCards', on: true }];
    case 'release_cards':
      return [{ kind: 'confineCards', on: false }];
    default:
      return null;
  }
}

/** Its name and that it is on, its corners page by page, and the word that takes it into use. */
function fence({ number, name, area }: Extract<Instruction, { kind: 'set_area' }>['args']): Downlink[] | null {
  if (area.shape !== 'polygon') return null;
  const corners = area.points.map(([longitude, latitude]) => ({ longitude, latitude }));
  const pages: Downlink[] = [];
  for (let at = 0; at < corners.length; at += cornersOfPage) {
    const page = pages.length + 1;
    pages.push({ kind: 'setCorners', fence: number, page, corners: corners.slice(at, at + cornersOfPage) });
  }
  return [{ kind: 'setFence', fence: number, enabled: true, name }, ...pages, { kind: 'commitFences' }];
}

const refused = (cause: 'password' | 'failed'): CommandReply => ({ result: 'refused', cause });
const done = (told?: OrderResult): CommandReply => (told ? { result: 'ok', told } : { result: 'ok' });

/** What a text answers, if anything. The word, and of cards the operation, is all that says which order is meant. */
export function jt701Answer(message: Uplink): { word: string; reply: CommandReply } | null {
  switch (message.kind) {
    case 'unlockReply':
      return { word: message.by === 'static' ? 'P43' : 'P52', reply: message.ok ? done() : refused('password') };
    case 'passwordReply':
      return { word: 'P44', reply: message.ok ? done() : refused('password') };
    case 'intervals': {
      const parameters = { report_interval: message.seconds, sleep_interval: message.minutes * 60 };
      return { word: 'P04', reply: done({ parameters }) };
    }
    case 'cards': {
      const { op, count, cards } = message;
      if (op === 'query') return { word: 'P41', reply: done({ cards: { numbers: cards, count } }) };
      const word = op === 'add' ? 'P41,1' : op === 'delete' ? 'P41,2' : 'P41,3';
      return { word, reply: count > 0 ? done({ cards: { count } }) : refused('failed') };
    }
    case 'echo': {
      const { word, fields } = message;
      if (word === 'P58') return { word: `P58,${fields[0]}`, reply: done() };
      const text = fields.join(',').slice(0, 200);
      return { word, reply: word === 'P01' ? done({ info: { text } }) : done() };
    }
    default:
      return null;
  }
}
