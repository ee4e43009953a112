import { Unreachable } from './answer.ts';

/** what has gone so long without a word of how far it is is lost */
const silence = 60_000;

/** Sends a form and tells how many bytes of it have gone, which `fetch` cannot; answers what `fetch` would. */
export const sendTelling = (
  url: string,
  form: FormData,
  headers: Readonly<Record<string, string>>,
  told: (sent: number, total: number) => void,
  signal: AbortSignal,
): Promise<Response> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        reject(new Unreachable('timeout'));
        request.abort();
      }, silence);
    };
    const left = (): void => request.abort();
    request.upload.onprogress = ({ loaded, total }) => {
      wait();
      told(loaded, total);
    };
    request.onload = () =>
      resolve(
        new Response(request.response as string, {
          status: request.status,
          headers: { Authorization: request.getResponseHeader('Authorization') ?? '' },
        }),
      );
    request.onerror = () => reject(new Unreachable('network'));
    request.onabort = () => reject(new Unreachable('aborted'));
    request.onloadend = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', left);
    };
    signal.addEventListener('abort', left);
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.responseType = 'text';
    wait();
    request.send(form);
  });
