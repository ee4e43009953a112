import { z } from 'zod';
import { seen } from './search.ts';
import type { Text } from './text.ts';

/** Who may make a call: anyone, any signed-in operator, or the holder of a button (`menu:button`). */
export type Permit = 'open' | 'session' | `${string}:${string}`;

/** What a call does, as the operation log files it; null = reading, which is not logged. */
export type Business = 'insert' | 'update' | 'delete' | 'export' | 'import' | 'command' | 'login' | 'other' | null;

type AnswerKind = 'envelope' | 'stream' | 'file';

/** One call of the API, declared once: its route, validation, authorisation, log, client and OpenAPI come from here. */
export interface Call<
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
  P extends Permit = Permit,
  A extends AnswerKind = AnswerKind,
> {
  path: `/${string}`;
  title: Text;
  permit: P;
  /** also made by an operator who first has to change its password or set up its second factor */
  duringSetUp?: true;
  /** also made by a session that only looks: the wall of a control room asks for this and nothing else */
  onWalls?: true;
  business: Business;
  input: I;
  output: O;
  /**
   * `stream`: `text/event-stream` instead of the envelope; `output` then describes one event.
   * `file`: the envelope names a file, fetched once by GET within a minute; see exporting.ts.
   */
  answer: A;
}

type Declared<I extends z.ZodObject, O extends z.ZodType, P extends Permit> = Omit<Call<I, O, P>, 'answer'>;

export const call = <I extends z.ZodObject, O extends z.ZodType, const P extends Permit>(
  declared: Declared<I, O, P>,
): Call<I, O, P, 'envelope'> => ({ ...declared, answer: 'envelope' });

export const streamCall = <I extends z.ZodObject, O extends z.ZodType, const P extends Permit>(
  declared: Declared<I, O, P>,
): Call<I, O, P, 'stream'> => ({ ...declared, answer: 'stream' });

export const fileCall = <I extends z.ZodObject, O extends z.ZodType, const P extends Permit>(
  declared: Declared<I, O, P>,
): Call<I, O, P, 'file'> => ({ ...declared, answer: 'file' });

export type Calls = Record<string, Call>;
export type InputOf<C extends Call> = z.input<C['input']>;
export type OutputOf<C extends Call> = z.output<C['output']>;

export const Id = z.int().positive();
/** A moment, ISO 8601 in UTC, cut off at what the database keeps: rounded up, the last of the year 9999 would be one that nobody can be told. */
export const Time = z.iso.datetime().overwrite((time) => time.replace(/(\.\d{6})\d+/, '$1'));
export const Nothing = z.object({});
/** A text someone types: of signs that are seen, composed, trimmed, with a limit. */
export const Line = (max: number) => z.string().overwrite(seen).max(max);
export const Longitude = z.number().min(-180).max(180);
export const Latitude = z.number().min(-90).max(90);
/** A place is told whole, or not at all; with `halfPlace`, a rule of an input. */
export const isWholePlace = ({
  lat,
  lon,
}: {
  lat?: number | null | undefined;
  lon?: number | null | undefined;
}): boolean => ((lat ?? null) === null ? (lon ?? null) === null : (lon ?? null) !== null);
export const halfPlace = { error: 'halfPlace', path: ['lat'] };
/** A filter by one value, or by any of several. */
export const oneOrMore = <T extends z.ZodType>(value: T) => z.union([value, z.array(value).min(1).max(20)]);
/** Enable status of the specification: 1 enabled, 2 disabled. */
export const EnableStatus = z.union([z.literal(1), z.literal(2)]);
export const pageSizes = [10, 20, 50, 100] as const;
