import type { Call, InputOf, OutputOf } from '@plomb/contract/kit/call';
import type { Sign } from '@plomb/contract/kit/refusal';
import { signOf } from '@plomb/contract/kit/sign';
import { langueOf, type Text } from '@plomb/contract/kit/text';
import { Refused, readAnswer, Unreachable } from './answer.ts';
import { attention } from './attention.ts';
import { learnClock, serverNow } from './clock.ts';
import { forgetConfig, publicConfig } from './config.ts';
import { askProof } from './confirm.ts';
import { networkErrorTime, notify, serverErrorTime } from './notices.ts';
import { patience } from './patience.ts';
import { whileRunning } from './progress.ts';
import { renewToken, sessionExpired, setUpNeeded, token } from './session.ts';
import { useSettings } from './settings.ts';

const base: string = import.meta.env.VITE_API_BASE ?? '';
const timeout = 10_000;
/** 2 MB over a slow line take longer than a call */
const uploadTimeout = 60_000;
/** a large file is made whole before its first byte comes, and comes for as long as it takes; only silence ends it */
const fileSilence = 300_000;

export interface SendOptions {
  signal?: AbortSignal;
  /** a background request: a failure is the caller's to show, no toast (an expired session still asks) */
  quiet?: boolean;
  /** a person asks for it: an expired session asks again, also where the failure is the caller's to show */
  isDeed?: boolean;
  /** whom or what the call is about, in words: said beside its name where a fresh proof is asked for */
  about?: string;
}

const signed = async (payload: object): Promise<Record<string, unknown>> => {
  const body = { ...payload, langue: langueOf(useSettings.getState().lang), timestamp: Math.round(serverNow()) };
  return { ...body, sign: signOf(body, (await publicConfig()).signSecret) };
};

const authorization = (): Record<string, string> => (token() === '' ? {} : { Authorization: token() });

/** One signed request. Throws `Unreachable` when no answer came; whatever came is the caller's to read. */
export const request = async (path: string, payload: object, signal?: AbortSignal): Promise<Response> => {
  try {
    const body = JSON.stringify(await signed(payload));
    const sent = Date.now();
    const answer = await fetch(base + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...attention(), ...authorization() },
      body,
      ...(signal ? { signal } : {}),
    });
    learnClock(answer.headers.get('Date'), sent, Date.now());
    return answer;
  } catch (error) {
    throw Unreachable.from(error, signal);
  }
};

/** A session, a code or a proof is asked for by a form of its own, which says what was wrong. */
const askedInPlace: readonly Sign[] = ['sessionTimeOut', 'setUpNeeded', 'secondFactor', 'confirmNeeded'];

/** A toast for the specified time. Where the words stay as well, they begin when it ends: `useUnsaid`. */
export const sayFailure = (error: unknown): void => {
  const { lang } = useSettings.getState();
  if (error instanceof Refused && askedInPlace.includes(error.sign)) return;
  if (error instanceof Refused) notify('error', error.words(lang), serverErrorTime);
  else if (error instanceof Unreachable && error.kind !== 'aborted')
    notify('error', error.words(lang), networkErrorTime);
};

/** What a failed call means for everybody: the modal of an expired session, or a toast for the specified time. */
const report = (error: unknown, { quiet = false, isDeed = !quiet }: SendOptions): void => {
  if (error instanceof Refused && error.sign === 'sessionTimeOut') sessionExpired(isDeed);
  else if (error instanceof Refused && error.sign === 'setUpNeeded') setUpNeeded();
  else if (!quiet) sayFailure(error);
};

/** The clock or the secret of this page was wrong; both are learnt anew, and nothing was done with the call. */
const isWrongSign = (error: unknown): boolean => error instanceof Refused && error.sign === 'signError';

const dataOf = async (
  asked: Promise<Response>,
  signal: AbortSignal,
  options: SendOptions,
  retried: boolean,
): Promise<unknown> => {
  const askedWith = token();
  try {
    const answer = await asked;
    const data = await readAnswer(answer, signal);
    const renewed = answer.headers.get('Authorization');
    if (renewed) renewToken(renewed, askedWith);
    return data;
  } catch (error) {
    // another has signed in meanwhile: that this one's session is over asks nobody in again
    const isOfAnother = token() !== '' && token() !== askedWith;
    const isOfEnded = isOfAnother && error instanceof Refused && error.sign === 'sessionTimeOut';
    if ((retried || !isWrongSign(error)) && !isOfEnded) report(error, options);
    throw error;
  }
};

/**
 * Posts a payload to any path and gives the answer's data, as the server's word stands. When the server wants to know
 * afresh who is acting, the one dialog asks, and the call is sent again. A refused sign is tried once more with what the
 * refusal taught.
 */
export const post = async (
  path: string,
  payload: object,
  options: SendOptions & { title?: Text } = {},
): Promise<unknown> => {
  const { title, about = '' } = options;
  const deed = title ? { title, about } : null;
  const once = (retried = false): Promise<unknown> => {
    const limit = patience(timeout);
    const signal = options.signal ? AbortSignal.any([limit.signal, options.signal]) : limit.signal;
    const asked = dataOf(request(path, payload, signal), signal, options, retried).finally(limit.stop);
    return options.quiet ? asked : whileRunning(asked);
  };
  try {
    return await once();
  } catch (error) {
    if (isWrongSign(error)) {
      forgetConfig();
      return once(true);
    }
    if (error instanceof Refused && error.sign === 'confirmNeeded' && (await askProof(deed))) return once();
    throw error;
  }
};

/** One declared call. The server has parsed its answer with the same schema, so it is taken at its word here. */
export const send = async <C extends Call>(call: C, input: InputOf<C>, options?: SendOptions): Promise<OutputOf<C>> =>
  (await post(call.path, input, {
    // what the log files is something a person does; signing out of what has ended is not worth a question
    ...(call.business !== null && call.business !== 'login' ? { isDeed: true } : {}),
    ...options,
    title: call.title,
  })) as OutputOf<C>;

/** Of a large file: hears how many bytes have gone. As long as some go, it is waited for. */
type Told = (sent: number, total: number) => void;

const sendForm = async (
  path: string,
  fields: object,
  file: Blob,
  signal: AbortSignal,
  told?: Told,
): Promise<Response> => {
  const form = new FormData();
  for (const [name, value] of Object.entries(await signed(fields))) form.append(name, String(value));
  form.append('file', file);
  if (told) return (await import('./tellingForm.ts')).sendTelling(base + path, form, authorization(), told, signal);
  return fetch(base + path, {
    method: 'POST',
    headers: authorization(),
    body: form,
    signal,
  });
};

/** One declared call with a file in it, sent as a form; the sign leaves the file out. */
export const upload = async <C extends Call>(
  call: C,
  fields: Omit<InputOf<C>, 'file'>,
  file: Blob,
  options: { told?: Told; signal?: AbortSignal } = {},
): Promise<OutputOf<C>> => {
  const { signal, stop } = options.signal ? { signal: options.signal, stop: () => {} } : patience(uploadTimeout);
  const asked = sendForm(call.path, fields, file, signal, options.told).catch((error: unknown) => {
    throw Unreachable.from(error, signal);
  });
  return (await dataOf(asked, signal, options, true).finally(stop)) as OutputOf<C>;
};

/** The body of an answer, telling how much is here; it may take long, as long as something comes. */
const bodyOf = async (answer: Response, told: (bytes: number) => void): Promise<Blob> => {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  for (const reader = answer.body?.getReader(); reader; ) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    bytes += value.length;
    told(bytes);
  }
  return new Blob(parts, { type: answer.headers.get('Content-Type') ?? '' });
};

/** A file by GET, with the content-disposition that names it. `told` hears how many bytes are here. */
export const download = async (
  path: string,
  told: (bytes: number) => void = () => {},
): Promise<{ blob: Blob; contentDisposition: string }> => {
  const silence = new AbortController();
  const wait = (): ReturnType<typeof setTimeout> =>
    setTimeout(() => silence.abort(new DOMException('silence', 'TimeoutError')), fileSilence);
  let timer = wait();
  try {
    const language = langueOf(useSettings.getState().lang).replace('_', '-');
    const headers = { ...authorization(), 'Accept-Language': language };
    const answer = await fetch(base + path, { headers, signal: silence.signal });
    // a refusal comes as the envelope, not as the file
    if (!answer.ok || answer.headers.get('Content-Type')?.includes('application/json'))
      await readAnswer(answer, silence.signal);
    const blob = await bodyOf(answer, (bytes) => {
      clearTimeout(timer);
      timer = wait();
      told(bytes);
    });
    return { blob, contentDisposition: answer.headers.get('Content-Disposition') ?? '' };
  } catch (cause) {
    const error = cause instanceof Refused ? cause : Unreachable.from(cause, silence.signal);
    report(error, {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
};
