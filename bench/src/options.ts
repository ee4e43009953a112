import { parseArgs } from 'node:util';

export interface Options {
  /** seconds of each measured load */
  seconds: number;
  locks: number;
  devices: number;
  organisations: number;
  positions: number;
  seals: number;
  days: number;
  /** processes that are killed, one after the other */
  kills: number;
  /** a folder for an embedded database that stays; without one it is made for the run and removed */
  folder: string | null;
  /** show how the database went about it */
  explain: boolean;
  /** which figures, by part of their words; null: all */
  only: string | null;
}

const usual = {
  seconds: 45,
  // one process may open 20,000 files
  locks: 19_000,
  devices: 1_000_000,
  organisations: 1000,
  positions: 10_000_000,
  seals: 1_000_000,
  days: 30,
  kills: 20,
};
const quick: typeof usual = {
  ...usual,
  seconds: 10,
  locks: 2000,
  devices: 100_000,
  organisations: 100,
  positions: 1_000_000,
  seals: 100_000,
  kills: 3,
};

/** `npm run bench -- COMMAND --seconds 300 …`; what is not said is as usual, or small with `--quick`. */
export const readOptions = (args: string[]): { command: string; options: Options } => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...(Object.fromEntries(Object.keys(usual).map((name) => [name, { type: 'string' }])) as Record<
        keyof typeof usual,
        { type: 'string' }
      >),
      quick: { type: 'boolean' },
      explain: { type: 'boolean' },
      folder: { type: 'string' },
      only: { type: 'string' },
    },
  });
  const defaults = values.quick ? quick : usual;
  const numbers = Object.fromEntries(
    Object.entries(defaults).map(([name, value]) => {
      const given = values[name as keyof typeof usual];
      const number = given === undefined ? value : Number(given.replaceAll('_', ''));
      if (!Number.isInteger(number) || number < 1) throw new Error(`--${name} needs a whole number, not ${given}`);
      return [name, number];
    }),
  ) as typeof usual;
  return {
    command: positionals[0] ?? 'all',
    options: { ...numbers, folder: values.folder ?? null, explain: values.explain === true, only: values.only ?? null },
  };
};
