import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** Of 127.0.0.1 alone, for the tests; it guards nothing. */
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgUBFLGIKN0TQjz2yV
WnLQuA/7UtAjCV3Ov+89oluCH1ChRANCAAQtRPvu73EeVzOiMLWNR/8bRfWAe3LA
uuWIjsK4mxlOqw2hF/oMCg2VkMJjHJjZx0ZcthreoYSxXTMLpOm1YN6D
-----END PRIVATE KEY-----`;
const cert = `-----BEGIN CERTIFICATE-----
MIIBhjCCAS2gAwIBAgIBATAKBggqhkjOPQQDAjAkMSIwIAYDVQQDDBlwdXNoIHNl
cnZpY2Ugb2YgdGhlIHRlc3RzMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAw
MDAwWjAkMSIwIAYDVQQDDBlwdXNoIHNlcnZpY2Ugb2YgdGhlIHRlc3RzMFkwEwYH
KoZIzj0CAQYIKoZIzj0DAQcDQgAELUT77u9xHlczojC1jUf/G0X1gHtywLrliI7C
uJsZTqsNoRf6DAoNlZDCYxyY2cdGXLYa3qGEsV0zC6TptWDeg6NOMEwwGgYDVR0R
BBMwEYcEfwAAAYIJbG9jYWxob3N0MA8GA1UdEwEB/wQFMAMBAf8wHQYDVR0OBBYE
FOpDbPrdJlnhKxcSnNinqoP324d3MAoGCCqGSM49BAMCA0cAMEQCIDz2Dhq/by12
mA2tHZ6UJD+hJARnrmoIlSsMo3ZaGG0LAiBVK/1p3Y/MiXCDsFy9OITxKXp5MYBk
DTGDfk+TYOFEiA==
-----END CERTIFICATE-----`;

/** A message as a browser has it, and what its push service was told about it. */
export interface Pushed {
  data: Record<string, unknown>;
  ttl: number;
  urgency: string | undefined;
  topic: string | undefined;
  /** who may be written to about it */
  subject: string;
}

/** A browser that has asked its push service for an address. */
export interface TestBrowser {
  endpoint: string;
  p256dh: string;
  auth: string;
  got: Pushed[];
}

/** RFC 8188 and RFC 8291: one record, for the holder of this key. */
const decrypted = (body: Buffer, receiver: ECDH, auth: Buffer): string => {
  const salt = body.subarray(0, 16);
  const recordSize = body.readUInt32BE(16);
  const sender = body.subarray(21, 21 + body[20]!);
  const record = body.subarray(21 + sender.length);
  if (record.length > recordSize) throw new Error('more than one record');
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender]);
  const secret = hkdfSync('sha256', receiver.computeSecret(sender), auth, info, 32);
  const content = Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: aes128gcm\0', 16));
  const nonce = Buffer.from(hkdfSync('sha256', Buffer.from(secret), salt, 'Content-Encoding: nonce\0', 12));
  const opened = createDecipheriv('aes-128-gcm', content, nonce).setAuthTag(record.subarray(-16));
  const padded = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
  const end = padded.lastIndexOf(2);
  if (end < 0 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('the padding is wrong');
  return padded.subarray(0, end).toString();
};

/** RFC 8292: the JWT of whoever the browser was told may write to it, for this service, for a day at most; who that is. */
const vouched = (authorization: string, applicationKey: string, audience: string): string => {
  const [, token = '', shown = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (shown !== applicationKey) throw new Error('another key than the browser was told');
  const point = Buffer.from(shown, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x: x!, y: y! } });
  const [head = '', claims = '', signature = ''] = token.split('.');
  const holds = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  const { aud, exp, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Record<string, unknown>;
  const seconds = Number(exp) - Date.now() / 1000;
  if (!holds || aud !== audience || seconds <= 0 || seconds > 86_400) throw new Error('the token does not hold');
  return String(sub);
};

/**
 * A push service on this machine, and the browsers it serves: what is posted to one is refused unless it follows RFC 8030, 8291 and
 * 8292, and is opened as the browser would.
 */
export const startPushService = async () => {
  setDefaultCACertificates([...getCACertificates('default'), cert]);
  const known = new Map<string, { receiver: ECDH; auth: Buffer; applicationKey: string; browser: TestBrowser }>();
  /** what it answers instead; null: as it should */
  let answer: { status: number; headers?: Record<string, string> } | null = null;
  const wrong: string[] = [];
  let posts = 0;
  const take = async (request: IncomingMessage): Promise<number> => {
    posts++;
    const body = await buffer(request);
    const to = known.get(request.url ?? '');
    if (!to) return 410;
    const { ttl, urgency, topic, authorization = '' } = request.headers as Record<string, string>;
    try {
      const subject = vouched(authorization, to.applicationKey, url);
      if (request.headers['content-encoding'] !== 'aes128gcm' || !/^\d+$/.test(ttl ?? ''))
        throw new Error('a header lacks');
      if (topic !== undefined && !/^[\w-]{1,32}$/.test(topic)) throw new Error('a topic that is none');
      if (body.length > 4096) throw new Error('too much');
      const data = JSON.parse(decrypted(body, to.receiver, to.auth)) as Record<string, unknown>;
      to.browser.got.push({ data, ttl: Number(ttl), urgency, topic, subject });
      return 201;
    } catch (error) {
      wrong.push(String(error));
      return 400;
    }
  };
  const server = createServer({ key, cert }, async (request, response) => {
    if (answer) {
      posts++;
      await buffer(request);
      return void response.writeHead(answer.status, answer.headers).end();
    }
    response.writeHead(await take(request)).end();
  });
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done));
  const url = `https://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url,
    wrong,
    posts: () => posts,
    answerWith(next: typeof answer) {
      answer = next;
    },
    /** a browser that its person has allowed to be told things by whoever holds this key */
    subscribe(applicationKey: string): TestBrowser {
      const path = `/push/${randomBytes(12).toString('base64url')}`;
      const receiver = createECDH('prime256v1');
      const auth = randomBytes(16);
      const p256dh = receiver.generateKeys('base64url');
      const browser = { endpoint: url + path, p256dh, auth: auth.toString('base64url'), got: [] };
      known.set(path, { receiver, auth, applicationKey, browser });
      return browser;
    },
    /** the browser has given it up */
    unsubscribe: ({ endpoint }: TestBrowser) => void known.delete(new URL(endpoint).pathname),
    stop: () => new Promise<void>((done) => void server.close(() => done())),
  };
};
