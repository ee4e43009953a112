import { type Infer, u8, u16 } from '../kit/codec.ts';
import { struct } from '../kit/struct.ts';
import { textToEnd } from '../kit/text.ts';

/** Result codes of 0x0001 (0-3) and 0x8001 (0-4). `alarmHandled` also tells the terminal to clear its one-off alarm bits. */
export const Result = { ok: 0, failed: 1, malformed: 2, unsupported: 3, alarmHandled: 4 } as const;

/** 0x0001 (terminal) and 0x8001 (platform): the serial and id of the message answered. */
export const generalReply = struct({ serial: u16, id: u16, result: u8 });
export type GeneralReply = Infer<typeof generalReply>;

/** Result codes of 0x8100. */
export const RegistrationResult = {
  ok: 0,
  vehicleTaken: 1,
  unknownVehicle: 2,
  terminalTaken: 3,
  unknownTerminal: 4,
} as const;

/** 0x8100. `code` is the authentication code, sent with result 0 only (else empty). */
export const registrationReply = struct({ serial: u16, result: u8, code: textToEnd });
export type RegistrationReply = Infer<typeof registrationReply>;
