import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import { createParser } from 'eventsource-parser';
import { readAnswer, Unreachable } from './answer.ts';
import { request } from './client.ts';

/** The events of a `text/event-stream`, cut out of the text as it arrives. Comments (heartbeats) are left out. */
export const eventReader = (onEvent: (event: string, data: string) => void): ((text: string) => void) =>
  createParser({ onEvent: ({ event = 'message', data }) => onEvent(event, data) }).feed;

/** No byte for this long (the server beats every 15 s) means that the line is dead, whatever the socket believes. */
const silence = 40_000;

// the server has checked each event with the same schema
const parsedEvent = <E>(event: string, data: string): E => ({ event, data: JSON.parse(data) }) as E;

/**
 * One life of a stream: sends the call, hands over each event, ends when the server ends it. Throws `Refused` when the
 * server says no and `Unreachable` when the line breaks; connecting again is the caller's.
 */
export const stream = async <C extends Call>(
  call: C,
  input: InputOf<C>,
  onEvent: (event: OutputOf<C>) => void,
  signal: AbortSignal,
): Promise<void> => {
  const broken = new AbortController();
  let timer = setTimeout(() => broken.abort(new DOMException('silent', 'TimeoutError')), silence);
  const awake = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => broken.abort(new DOMException('silent', 'TimeoutError')), silence);
  };
  const ends = AbortSignal.any([signal, broken.signal]);
  try {
    const answer = await request(call.path, input, ends);
    if (!answer.headers.get('Content-Type')?.includes('text/event-stream') || !answer.body) {
      await readAnswer(answer, ends);
      throw new Unreachable('http', answer.status);
    }
    const read = eventReader((event, data) => onEvent(parsedEvent(event, data)));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      awake();
      read(value);
    }
  } catch (error) {
    if (error instanceof Error && 'sign' in error) throw error;
    throw Unreachable.from(error, ends);
  } finally {
    clearTimeout(timer);
  }
};
