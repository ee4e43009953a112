import type { Sign } from '@plomb/contract/kit/refusal';
import type { Lang, Text } from '@plomb/contract/kit/text';

const inBoth = (said: string | Text): Text => (typeof said === 'string' ? { zh: said, en: said } : said);

/** The server answered and said no. `fields` are the words to put beside the fields of a form. */
export class Refused extends Error {
  readonly sign: Sign;
  readonly desc: Text;
  readonly fields: Record<string, Text>;
  /** what a program needs of it besides the words */
  readonly told: Record<string, unknown>;
  constructor(
    sign: Sign,
    desc: string | Text,
    fields: Record<string, string | Text> = {},
    told: Record<string, unknown> = {},
  ) {
    super(inBoth(desc).en);
    this.sign = sign;
    this.desc = inBoth(desc);
    this.told = told;
    this.fields = Object.fromEntries(Object.entries(fields).map(([name, said]) => [name, inBoth(said)]));
  }
  words(lang: Lang): string {
    return this.desc[lang];
  }
}

/** The record is none any more, or none of ours. Any other refusal says nothing of it, and what is open stays open. */
export const isNoLongerSeen = (error: unknown): boolean =>
  error instanceof Refused && (error.sign === 'notFound' || error.sign === 'noPermission');

type Kind = 'timeout' | 'network' | 'http' | 'aborted';
const words: Record<Kind, Text> = {
  timeout: { zh: '服务器未及时应答', en: 'The server did not answer in time' },
  network: { zh: '无法连接服务器，请检查网络', en: 'The server cannot be reached, please check the network' },
  http: { zh: '服务器应答异常', en: 'The server gave an unexpected answer' },
  aborted: { zh: '请求已取消', en: 'The request was cancelled' },
};

/** No usable answer came: nothing is known about what the server did. */
export class Unreachable extends Error {
  readonly kind: Kind;
  readonly status: number | null;
  constructor(kind: Kind, status: number | null = null) {
    super(words[kind].en);
    this.kind = kind;
    this.status = status;
  }
  words(lang: Lang): string {
    return words[this.kind][lang] + (this.status === null ? '' : ` (HTTP ${this.status})`);
  }
  /** `signal`: the request's. It alone knows why a body stopped coming: browsers call any end of that an AbortError. */
  static from(error: unknown, signal?: AbortSignal): Unreachable {
    if (error instanceof Unreachable) return error;
    const cause: unknown = signal?.aborted ? signal.reason : error;
    const name = cause instanceof Error || cause instanceof DOMException ? cause.name : '';
    return new Unreachable(name === 'TimeoutError' ? 'timeout' : name === 'AbortError' ? 'aborted' : 'network');
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is Text =>
  isObject(value) && typeof value.zh === 'string' && typeof value.en === 'string';
const texts = (value: unknown): Record<string, string | Text> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((f): f is [string, string | Text] => typeof f[1] === 'string' || isText(f[1])),
      )
    : {};

/** In every language where the server said it so. */
const refusedBy = (sign: Sign, desc: string, { words, data }: Record<string, unknown>): Refused => {
  const told = isObject(data) ? data : {};
  return isObject(words) && isText(words.desc)
    ? new Refused(sign, words.desc, texts(words.fields), told)
    : new Refused(sign, desc, texts(data), told);
};

/**
 * The data of an envelope, with the token of the Authorization header copied into it.
 * Throws `Refused` when `verify.sign` is not success, `Unreachable` when it is no envelope at all.
 */
export const readAnswer = async (answer: Response, signal?: AbortSignal): Promise<unknown> => {
  let body: unknown;
  try {
    body = await answer.json();
  } catch (error) {
    const cause = Unreachable.from(error, signal);
    throw cause.kind === 'network' ? new Unreachable('http', answer.status) : cause;
  }
  if (!isObject(body) || !isObject(body.verify)) throw new Unreachable('http', answer.status);
  const { sign, desc } = body.verify;
  if (sign !== 'success') throw refusedBy(sign as Sign, typeof desc === 'string' && desc !== '' ? desc : 'Error', body);
  const data = body.data;
  const token = answer.headers.get('Authorization');
  return token && isObject(data) && !Array.isArray(data) ? { ...data, token } : data;
};

/** The same where no form stands to say it beside its fields: a list says itself what of its filters is not taken. */
export const failureDetails = (error: unknown, lang: Lang): string => {
  const fields = error instanceof Refused ? [...new Set(Object.values(error.fields).map((said) => said[lang]))] : [];
  return fields.length === 0
    ? failureWords(error, lang)
    : fields.map((said) => said.replace(/[.。]$/, '')).join(lang === 'zh' ? '；' : '; ');
};

/** Words for a failure of either kind, for pages that show it in place. */
export const failureWords = (error: unknown, lang: Lang): string =>
  error instanceof Unreachable || error instanceof Refused
    ? error.words(lang)
    : error instanceof Error
      ? error.message
      : String(error);
