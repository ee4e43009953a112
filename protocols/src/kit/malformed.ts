/** Why a message was refused. Stable words: callers count refusals by them. */
export type MalformedReason =
  /** fewer bytes than the layout needs */
  | 'short'
  /** the length the message states is not the length it has */
  | 'length'
  /** a text command whose fields are missing or not of their kind */
  | 'fields'
  /** a frame of a known family in an edition we do not decode */
  | 'edition';

/** The only error thrown for bad bytes anywhere in this package. Any other error is a mistake of the caller or ours. */
export class MalformedMessage extends Error {
  readonly reason: MalformedReason;
  constructor(reason: MalformedReason, detail: string) {
    super(`${reason}: ${detail}`);
    this.name = 'MalformedMessage';
    this.reason = reason;
  }
}
