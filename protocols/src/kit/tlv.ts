import { type Codec, encode, type Part } from './codec.ts';
import { explain } from './explain.ts';
import { MalformedMessage } from './malformed.ts';
import type { Reader } from './reader.ts';

export interface ItemLayout<N extends string = string, T = unknown> {
  readonly name: N;
  readonly codec: Codec<T>;
}

/** Item id → what it holds. Tables of a standard and a vendor are joined with a spread. */
export type ItemTable = Readonly<Record<number, ItemLayout>>;

/** An item no table names, or one too short for the layout of its id (another vendor's use of the number). */
export interface UnknownItem {
  name: 'unknown';
  id: number;
  value: Uint8Array;
}

type Known<L> = L extends ItemLayout<infer N, infer T> ? { name: N; value: T; rest?: Uint8Array } : never;

/** `rest` holds bytes after the known layout, which a newer firmware may send. */
export type Item<T extends ItemTable> = { [K in keyof T]: Known<T[K]> }[keyof T] | UnknownItem;

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
 * id BYTE, length BYTE, value … to the end of the bytes given, in wire order with duplicates. Nothing a device says is
 * lost: unknown items keep their bytes. A last item that claims more bytes than there are is refused as 'short'.
 */
export function tlvToEnd<const T extends ItemTable>(table: T): Codec<Item<T>[]> {
  return tlv(table, (r) => r.left > 0);
}

/** The same after a count of items. */
export function tlvAfter<const T extends ItemTable>(count: Codec<number>, table: T): Codec<Item<T>[]> {
  const items = tlvToEnd(table);
  return {
    read(r) {
      let left = count.read(r);
      return tlv(table, () => left-- > 0).read(r);
    },
    write(w, value) {
      count.write(w, value.length);
      items.write(w, value);
    },
  };
}

function tlv<const T extends ItemTable>(table: T, more: (r: Reader) => boolean): Codec<Item<T>[]> {
  const byId = Array.from({ length: 256 }, (_, id) => table[id]);
  const byName = new Map(Object.entries(table).map(([id, layout]) => [layout.name, { id: Number(id), ...layout }]));
  const readOne = (r: Reader): Item<T> => {
    const id = r.u8();
    const length = r.u8();
    const layout = byId[id];
    if (layout === undefined) return { name: 'unknown', id, value: r.view(length) };
    return readKnown(r, id, length, layout) as Item<T>;
  };
  return {
    read(r) {
      const items: Item<T>[] = [];
      while (more(r)) items.push(readOne(r));
      return items;
    },
    write(w, items) {
      for (const one of items) {
        const known = byName.get(one.name);
        const id = known ? known.id : (one as UnknownItem).id;
        const value = known ? encode(known.codec, one.value) : (one.value as Uint8Array);
        const after = 'rest' in one ? one.rest : undefined;
        w.u8(id);
        w.u8(value.length + (after?.length ?? 0));
        w.raw(value);
        if (after) w.raw(after);
      }
    },
    explain(r) {
      const parts: Part[] = [];
      while (more(r)) {
        const from = r.at;
        const one = readOne(r);
        const inside = r.bytes.subarray(from + 2, r.at);
        const codec = byName.get(one.name)?.codec;
        const name = codec ? one.name : `0x${(one as UnknownItem).id.toString(16).padStart(2, '0')}`;
        const part: Part = {
          name,
          from,
          hex: Buffer.from(r.bytes.subarray(from, r.at)).toString('hex'),
          value: one.value,
        };
        if (codec?.explain) part.parts = explain(codec, inside);
        parts.push(part);
      }
      return parts;
    },
  };
}

function readKnown(r: Reader, id: number, length: number, layout: ItemLayout) {
  const from = r.at;
  if (r.left < length) r.view(length);
  try {
    const { value, rest } = r.within(length, layout.codec.read);
    return rest ? { name: layout.name, value, rest } : { name: layout.name, value };
  } catch (error) {
    if (!(error instanceof MalformedMessage)) throw error;
    r.at = from;
    return { name: 'unknown', id, value: r.view(length) };
  }
}
