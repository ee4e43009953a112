import type { Call, InputOf, OutputOf } from '@plomb/contract/call';
import { readAnswer, Unreachable } from './answer.ts';
import { request } from './client.ts';

/** The events of a `text/event-stream`, cut out of the text as it arrives. Comments (heartbeats) are left out. */
export const eventReader = (onEvent: (event: string, data: string) => void): ((text: string) => void) => {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const lines = block.split('\n');
      const field = (name: string): string[] =>
        lines.filter((l) => l.startsWith(`${name}:`)).map((l) => l.slice(name.length + 1).replace(/^ /, ''));
      const data = field('data');
      if (data.length > 0) onEvent(field('event').at(-1) ?? 'message', data.join('\n'));
    }
  };
};

/** No byte for this long (the server beats every 15 s) means that the line is dead, whatever the socket believes. */
const silence = 40_000;

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
  try {
    const answer = await request(call.path, input, AbortSignal.any([signal, broken.signal]));
    if (!answer.headers.get('Content-Type')?.includes('text/event-stream') || !answer.body) {
      await readAnswer(answer);
      throw new Unreachable('http', answer.status);
    }
    const read = eventReader((event, data) => onEvent({ event, data: JSON.parse(data) } as OutputOf<C>));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      awake();
      read(value);
    }
  } catch (error) {
    if (error instanceof Error && 'sign' in error) throw error;
    throw Unreachable.from(error);
  } finally {
    clearTimeout(timer);
  }
};
