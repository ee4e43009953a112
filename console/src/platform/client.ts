import type { Call, InputOf, OutputOf } from '@plomb/contract/call';
import { signOf } from '@plomb/contract/sign';
import { langueOf } from '@plomb/contract/text';
import { Refused, readAnswer, Unreachable } from './answer.ts';
import { publicConfig } from './config.ts';
import { networkErrorTime, notify, serverErrorTime } from './notices.ts';
import { renewToken, sessionExpired, token } from './session.ts';
import { useSettings } from './settings.ts';

const base: string = import.meta.env.VITE_API_BASE ?? '';
const timeout = 10_000;

export interface SendOptions {
  signal?: AbortSignal;
  /** a background request: a failure is the caller's to show, no toast (an expired session still asks) */
  quiet?: boolean;
}

const bodyOf = async (payload: object): Promise<string> => {
  const body = { ...payload, langue: langueOf(useSettings.getState().lang), timestamp: Date.now() };
  return JSON.stringify({ ...body, sign: signOf(body, (await publicConfig()).signSecret) });
};

const authorization = (): Record<string, string> => (token() === '' ? {} : { Authorization: token() });

/** One signed request. Throws `Unreachable` when no answer came; whatever came is the caller's to read. */
export const request = async (path: string, payload: object, signal?: AbortSignal): Promise<Response> => {
  try {
    return await fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorization() },
      body: await bodyOf(payload),
      ...(signal ? { signal } : {}),
    });
  } catch (error) {
    throw Unreachable.from(error);
  }
};

/** What a failed call means for everybody: the modal of an expired session, or a toast for the specified time. */
const report = (error: unknown, quiet: boolean): void => {
  if (error instanceof Refused && error.sign === 'sessionTimeOut') sessionExpired();
  else if (quiet) return;
  else if (error instanceof Refused) notify('error', error.message, serverErrorTime);
  else if (error instanceof Unreachable && error.kind !== 'aborted')
    notify('error', error.words(useSettings.getState().lang), networkErrorTime);
};

/** Posts a payload to any path and gives the answer's data, as the server's word stands. */
export const post = async (path: string, payload: object, options: SendOptions = {}): Promise<unknown> => {
  const limit = AbortSignal.timeout(timeout);
  try {
    const answer = await request(path, payload, options.signal ? AbortSignal.any([limit, options.signal]) : limit);
    const data = await readAnswer(answer);
    const renewed = answer.headers.get('Authorization');
    if (renewed) renewToken(renewed);
    return data;
  } catch (error) {
    report(error, options.quiet ?? false);
    throw error;
  }
};

/** One declared call. The server has parsed its answer with the same schema, so it is taken at its word here. */
export const send = async <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions): Promise<OutputOf<C>> =>
  (await post(call.path, input, options)) as OutputOf<C>;

/** A file by GET, with the content-disposition that names it. */
export const download = async (path: string): Promise<{ blob: Blob; contentDisposition: string }> => {
  try {
    const answer = await fetch(base + path, { headers: authorization(), signal: AbortSignal.timeout(timeout) }).catch(
      (error: unknown) => {
        throw Unreachable.from(error);
      },
    );
    // a refusal comes as the envelope, not as the file
    if (!answer.ok || answer.headers.get('Content-Type')?.includes('application/json')) await readAnswer(answer);
    return { blob: await answer.blob(), contentDisposition: answer.headers.get('Content-Disposition') ?? '' };
  } catch (error) {
    report(error, false);
    throw error;
  }
};
