import type { Caller, Reply } from './client.ts';

/** Asks an API that listens on `port` for the live stream: 'a stream', which stays open until `gone`, or why there is none. */
export const openStream = async (port: number, by: Caller, gone: AbortSignal): Promise<string> => {
  const answer = await fetch(`http://127.0.0.1:${port}/live/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: by.token },
    body: JSON.stringify(by.body({})),
    signal: gone,
  });
  if (answer.headers.get('content-type')?.includes('event-stream')) {
    // an answer that nobody holds is collected as garbage, and its stream closed with it
    gone.addEventListener('abort', () => void answer.body);
    return 'a stream';
  }
  return ((await answer.json()) as Reply).verify.sign;
};
