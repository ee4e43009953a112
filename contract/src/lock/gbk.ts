let known: ReadonlySet<string> | undefined;

/** What two bytes of GBK say. Every decoder has the table; no other thing that writes GBK is in a browser. */
const characters = (): ReadonlySet<string> => {
  const decoder = new TextDecoder('gbk');
  const all = new Set<string>();
  for (let first = 0x81; first <= 0xfe; first++)
    for (let second = 0x40; second <= 0xfe; second++) all.add(decoder.decode(Uint8Array.of(first, second)));
  // where GBK has characters of private use, the table of the web has what Unicode gave them later: no lock knows these
  for (const late of '龴龵龶龷龸龹龺龻︐︑︒︓︔︕︖︗︘︙') all.delete(late);
  return all;
};

/** Whether GBK, in which every family takes its texts, has all of these characters: others would stand there as "?". */
export const isGbk = (text: string): boolean => {
  if (/^[\u0020-\u007e]*$/.test(text)) return true;
  known ??= characters();
  return [...text].every((character) => /[\u0020-\u007e]/.test(character) || known!.has(character));
};
