import { createECDH } from 'node:crypto';
import webPush from 'web-push';
import type { Vault } from '../vault.ts';
import { post } from './post.ts';
import type { Provider } from './provider.ts';
import { outcomeOf } from './sms.ts';
import { WEBHOOK_PORTS } from './webhook.ts';

const ANSWER_MS = 15_000;
/** A push service keeps what a browser that is off does not fetch for so long, s. */
const KEPT_S = 4 * 3600;
/** The least a push service takes, bytes (RFC 8030), without what encryption adds. */
export const MOST_BYTES = 3000;

export interface PushKeys {
  publicKey: string;
  privateKey: string;
}

/** Who we are to push services (RFC 8292): the same for as long as the database keeps its key, which lies there sealed. */
export const pushKeysOf = (vault: Pick<Vault, 'keyFor'>): PushKeys => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(vault.keyFor('web push'));
  return { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') };
};

/** Where a browser is told, and the keys that it alone opens what it is told with. */
export interface Endpoint {
  endpoint: string;
  p256dh: string;
  auth: string;
}
export const endpointSeal = (operatorId: number) => ['push subscription', `operator ${operatorId}`] as const;

/** Whether anything can be encrypted for a browser that has these: a point of the curve, and a secret. */
const areKeys = ({ p256dh, auth }: Pick<Endpoint, 'p256dh' | 'auth'>): boolean => {
  if (Buffer.from(auth, 'base64url').length < 16) return false;
  const own = createECDH('prime256v1');
  own.generateKeys();
  try {
    const theirs = Buffer.from(p256dh, 'base64url');
    return theirs.length === 65 && own.computeSecret(theirs).length > 0;
  } catch {
    return false;
  }
};

/** What a browser is told now. */
export interface Push {
  payload: Record<string, unknown>;
  isUrgent: boolean;
  /** what comes later about the same takes its place while the browser is off */
  topic: string;
}

/** Who answers for what comes from here: push services want somebody to write to. */
export const pushSubject = (origin: string): string =>
  origin.startsWith('https:') ? origin : `mailto:postmaster@${origin ? new URL(origin).hostname : 'localhost'}`;

/**
 * A browser, through the push service of its vendor, which reads nothing of it (RFC 8291). What it is told is asked for at each try:
 * what its person may see, and reads, by now; null: nothing.
 */
export const openPush =
  (
    { endpoint, p256dh, auth }: Endpoint,
    {
      keys,
      subject,
      allowed,
      compose,
    }: { keys: PushKeys; subject: string; allowed: readonly string[]; compose: () => Promise<Push | null> },
  ): Provider =>
  async () => {
    const push = await compose();
    if (!push) return { state: 'lapsed', answer: '' };
    // what a browser never makes: it is none
    if (new URL(endpoint).protocol !== 'https:') return { state: 'failed', answer: 'http', gone: true };
    if (!areKeys({ p256dh, auth })) return { state: 'failed', answer: 'keys', gone: true };
    let request: ReturnType<typeof webPush.generateRequestDetails>;
    try {
      request = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, JSON.stringify(push.payload), {
        vapidDetails: { subject, ...keys },
        contentEncoding: 'aes128gcm',
        ...{ TTL: KEPT_S, urgency: push.isUrgent ? 'high' : 'normal', topic: push.topic },
      });
    } catch (error) {
      // that is ours: whoever mends it finds the message waiting, and the browser where it was
      return { state: 'waiting', answer: `not encrypted: ${error instanceof Error ? error.message : ''}` };
    }
    const answer = await post(endpoint, {
      body: request.body as Buffer,
      headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...{ allowed, ports: WEBHOOK_PORTS, timeoutMs: ANSWER_MS },
    });
    // the same again takes the place of the first: nobody is told twice
    if ('fault' in answer) return { state: 'waiting', answer: answer.fault };
    const said = `HTTP ${answer.status}`;
    if (answer.status === 404 || answer.status === 410) return { state: 'failed', answer: said, gone: true };
    // 401 and 403 are about our keys, and no more to be mended by trying again than any other 4xx
    const state = [401, 403].includes(answer.status) ? 'failed' : outcomeOf(answer.status);
    return {
      state: state === 'unknown' ? 'waiting' : state,
      answer: said,
      ...(answer.retryAfterS !== null && { afterS: answer.retryAfterS }),
    };
  };
