import { type Codec, encode, type Part, rest, u8 } from './codec.ts';
import { explain, partOf } from './explain.ts';
import { MalformedMessage } from './malformed.ts';
import { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export interface ItemLayout<N extends string = string, T = unknown> {
  readonly name: N;
  readonly codec: Codec<T>;
}

/** Item id → what it holds. Tables of a standard and a vendor are joined with a spread. */
export type ItemTable = Readonly<Record<number, ItemLayout>>;

/**
 * An item that is kept as bytes: `unknown` when no table names its id, `malformed` when its content does not fit the
 * layout of its id (another vendor's use of the number, or a fault of the lock).
 */
export type StrayItem = Stray<'unknown'> | Stray<'malformed'>;

interface Stray<N extends string> {
  name: N;
  id: number;
  value: Uint8Array;
  claimed?: number;
}

/** A last byte behind the items: no item has room in it. */
export interface Remainder {
  name: 'remainder';
  value: Uint8Array;
}

/**
 * `rest` holds bytes after the known layout, which a newer firmware may send. `claimed` is what the length byte of a last
 * item said when it said more than there was.
 */
type Known<L> =
  L extends ItemLayout<infer N, infer T> ? { name: N; value: T; rest?: Uint8Array; claimed?: number } : never;

export type Item<T extends ItemTable> = { [K in keyof T]: Known<T[K]> }[keyof T] | StrayItem | Remainder;

export function item<const N extends string, T>(name: N, codec: Codec<T>): ItemLayout<N, T> {
  return { name, codec };
}

/** The value of the first item of that name. */
export function itemValue<I extends { name: string; value: unknown }, const N extends I['name']>(
  items: readonly I[],
  name: N,
): Extract<I, { name: N }>['value'] | undefined {
  return items.find((one): one is Extract<I, { name: N }> => one.name === name)?.value;
}

/**
 * id BYTE, length BYTE, value … to the end of the bytes given, in wire order with duplicates. Never throws, and nothing a
 * device says is lost: one bad item costs none of the others. A last item that claims more bytes than there are is read
 * from what there is.
 */
export function tlvToEnd<const T extends ItemTable>(table: T): Codec<Item<T>[]> {
  const { readOne, writeOne, explainOne } = itemsOf(table);
  const more = (r: Reader) => r.left > 0;
  return {
    read(r) {
      const items: Item<T>[] = [];
      while (more(r)) items.push(readOne(r));
      return items;
    },
    write(w, items) {
      for (const one of items) writeOne(w, one);
    },
    explain(r) {
      const parts: Part[] = [];
      while (more(r)) parts.push(explainOne(r));
      return parts;
    },
  };
}

/** The same after a count of items. Throws 'short' when there are fewer. */
export function tlvAfter<const T extends ItemTable>(count: Codec<number>, table: T): Codec<Item<T>[]> {
  const { readOne, writeOne, explainOne } = itemsOf(table);
  return {
    read(r) {
      const items: Item<T>[] = [];
      for (let left = count.read(r); left > 0; left--) {
        if (r.left < 2) throw new MalformedMessage('short', `${left} items missing`);
        items.push(readOne(r));
      }
      return items;
    },
    write(w, items) {
      count.write(w, items.length);
      for (const one of items) writeOne(w, one);
    },
    explain(r) {
      const length = partOf('count', count, r);
      return [length, ...Array.from({ length: Number(length.value) }, () => explainOne(r))];
    },
  };
}

function itemsOf<const T extends ItemTable>(table: T) {
  const byId = Array.from({ length: 256 }, (_, id) => table[id]);
  const byName = new Map(Object.entries(table).map(([id, layout]) => [layout.name, { id: Number(id), ...layout }]));

  const readOne = (r: Reader): Item<T> => {
    if (r.left === 1) return { name: 'remainder', value: r.rest() };
    const id = r.u8();
    const length = r.u8();
    const layout = byId[id];
    const there = Math.min(length, r.left);
    const one: LooseItem = layout ? known(r, id, there, layout) : { name: 'unknown', id, value: r.view(there) };
    if (there < length) one.claimed = length;
    return one as Item<T>;
  };

  const writeOne = (w: Writer, one: Item<T>): void => {
    if (one.name === 'remainder') {
      w.raw((one as Remainder).value);
      return;
    }
    const layout = byName.get(one.name);
    const { id, value, rest, claimed } = one as LooseItem & { id: number };
    const bytes = layout ? encode(layout.codec, value) : (value as Uint8Array);
    w.u8(layout ? layout.id : id);
    w.u8(claimed ?? bytes.length + (rest?.length ?? 0));
    w.raw(bytes);
    if (rest) w.raw(rest);
  };

  const explainOne = (r: Reader): Part => {
    const from = r.at;
    const one = readOne(r) as LooseItem;
    const codec = byName.get(one.name)?.codec;
    const hex = Buffer.from(r.bytes.subarray(from, r.at)).toString('hex');
    if (one.name === 'remainder') return { name: one.name, from, hex, value: one.value };
    const name = codec ? one.name : `0x${(one.id ?? 0).toString(16).padStart(2, '0')}`;
    const head = new Reader(r.bytes, from, r.at);
    const parts = [partOf('id', u8, head), partOf('length', u8, head)];
    if (codec?.explain) parts.push(...explain(codec, r.bytes, head.at, r.at));
    else if (head.left > 0) parts.push(partOf(codec ? 'value' : one.name, codec ?? rest, head));
    if (head.left > 0 && !codec?.explain) parts.push(partOf('rest', rest, head));
    return { name, from, hex, value: one.value, parts };
  };

  return { readOne, writeOne, explainOne };
}

/** Any item, as the loops above see it. */
interface LooseItem {
  name: string;
  id?: number;
  value: unknown;
  rest?: Uint8Array;
  claimed?: number;
}

function known(r: Reader, id: number, length: number, layout: ItemLayout): LooseItem {
  const from = r.at;
  const { end } = r;
  r.end = from + length;
  try {
    const value = layout.codec.read(r);
    if (r.at === r.end) return { name: layout.name, value };
    return { name: layout.name, value, rest: r.rest() };
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    r.back(from);
    return { name: 'malformed', id, value: r.view(length) };
  } finally {
    r.end = end;
  }
}
