import { standardItems } from '../jt808/location.ts';
import { type Message, messageSet, standardMessages } from '../jt808/messages.ts';
import { jointech808Items } from './items.ts';
import { alarmWord, statusWord } from './words.ts';

const messages = standardMessages({ ...standardItems, ...jointech808Items }, { alarm: alarmWord, status: statusWord });

/** JT/T 808 with what Jointech's 808 locks add. Their clocks keep UTC. */
export const jointech808 = messageSet(messages);
export type Jointech808Message = Message<typeof messages>;
