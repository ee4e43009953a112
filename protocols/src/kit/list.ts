import { type Codec, encode } from './codec.ts';
import { partOf } from './explain.ts';
import { MalformedMessage } from './malformed.ts';

/** A count, then that many elements. Memory is bounded by the bytes there are: a false count ends in 'short'. */
export function listAfter<T>(count: Codec<number>, element: Codec<T>): Codec<T[]> {
  return {
    read(r) {
      const list: T[] = [];
      for (let left = count.read(r); left > 0; left--) list.push(element.read(r));
      return list;
    },
    write(w, list) {
      count.write(w, list.length);
      for (const one of list) element.write(w, one);
    },
    explain(r) {
      const length = partOf('count', count, r);
      return [length, ...Array.from({ length: Number(length.value) }, (_, i) => partOf(`${i}`, element, r))];
    },
  };
}

/** Elements to the end of the message; what is left over is shorter than an element and left unread. */
export function listToEnd<T>(element: Codec<T>): Codec<T[]> {
  return {
    read(r) {
      const list: T[] = [];
      while (r.left > 0) {
        const from = r.at;
        try {
          list.push(element.read(r));
        } catch (error) {
          if (!(error instanceof MalformedMessage)) throw error;
          r.back(from);
          break;
        }
      }
      return list;
    },
    write(w, list) {
      for (const one of list) element.write(w, one);
    },
  };
}

/** A value after its own length in bytes. */
export function sized<T>(length: Codec<number>, codec: Codec<T>): Codec<T> {
  return {
    read: (r) => r.within(length.read(r), codec.read).value,
    write(w, value) {
      const inner = encode(codec, value);
      length.write(w, inner.length);
      w.raw(inner);
    },
  };
}
