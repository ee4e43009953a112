import { inflateSync } from 'node:zlib';

export interface Sheet {
  is: 'upright' | 'wide';
  /** nothing is written on it */
  blank: boolean;
}

/** The sheets a browser prints, in their order. */
export const sheetsOf = (pdf: Buffer): Sheet[] => {
  const text = pdf.toString('latin1');
  const objects = new Map([...text.matchAll(/(\d+) 0 obj(.*?)endobj/gs)].map(([, id, body]) => [id, body ?? '']));
  return [...objects.values()].flatMap((body) => {
    if (!/\/Type\s*\/Page\b/.test(body)) return [];
    const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(body) ?? [];
    const content = objects.get(/\/Contents (\d+) 0 R/.exec(body)?.[1]) ?? '';
    const stream = /stream\r?\n(.*)\r?\nendstream/s.exec(content)?.[1] ?? '';
    const drawn = inflateSync(Buffer.from(stream, 'latin1')).toString('latin1');
    return [{ is: Number(width) > Number(height) ? 'wide' : 'upright', blank: !/T[jJ]/.test(drawn) }];
  });
};
