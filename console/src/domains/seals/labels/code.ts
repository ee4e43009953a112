import { encode } from 'uqr';

/** Dark modules of a code, row by row in runs: so many of them side by side are one stroke. */
export interface Code {
  modules: number;
  runs: readonly { x: number; y: number; width: number }[];
}

/** The code of what a label says, at error level M as docs/seal-labels.md has it, without the white around it. */
export const codeOf = (payload: string): Code => {
  const { data, size } = encode(payload, { ecc: 'M', boostEcc: false, border: 0 });
  const runs: Code['runs'][number][] = [];
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x]) continue;
      const from = x;
      while (x + 1 < size && row[x + 1]) x++;
      runs.push({ x: from, y, width: x + 1 - from });
    }
  }
  return { modules: size, runs };
};
