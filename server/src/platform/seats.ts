/** Room for so many at once, and for so many of one address. */
export interface Seats<One> {
  /** false: there is no room, and nobody who could give way. `key`: its address; null: it brings others, and never gives way */
  take(one: One, key: string | null): boolean;
  /** it has begun to ask for something: it gives way only when nobody else can */
  asks(one: One): void;
  /** it is being answered: it gives way to nobody */
  works(one: One): void;
  /** it asks for nothing at the moment */
  rests(one: One): void;
  leave(one: One): void;
}

/** Who sits in one room; who may have to give way, the longest first. */
interface Room<One> {
  most: number;
  taken: number;
  resting: Set<One>;
  asking: Set<One>;
}
const roomOf = <One>(most: number): Room<One> => ({ most, taken: 0, resting: new Set(), asking: new Set() });

/**
 * When there is no room, whoever has asked for nothing for longest gives way: a browser opens its connection again and
 * nobody notices. Refusing the newcomer would let a few addresses with idle connections keep everybody else out.
 */
export const openSeats = <One extends object>(limits: {
  most: number;
  perAddress: number;
  end(one: One): void;
}): Seats<One> => {
  const house = roomOf<One>(limits.most);
  const addresses = new Map<string, Room<One>>();
  const seated = new Map<One, { rooms: Room<One>[]; key: string | null }>();

  const leave = (one: One): void => {
    const seat = seated.get(one);
    if (!seat) return;
    seated.delete(one);
    for (const room of seat.rooms) {
      room.taken--;
      room.resting.delete(one);
      room.asking.delete(one);
      if (room !== house && room.taken === 0 && seat.key !== null) addresses.delete(seat.key);
    }
  };
  const hasRoom = (room: Room<One>): boolean => {
    if (room.taken < room.most) return true;
    const [longest] = room.resting.size > 0 ? room.resting : room.asking;
    if (longest === undefined) return false;
    leave(longest);
    limits.end(longest);
    return true;
  };
  const move = (one: One, to: 'resting' | 'asking' | null): void => {
    const seat = seated.get(one);
    if (!seat || seat.key === null) return;
    for (const room of seat.rooms) {
      room.resting.delete(one);
      room.asking.delete(one);
      if (to) room[to].add(one);
    }
  };

  return {
    take(one, key) {
      const own = key === null ? null : (addresses.get(key) ?? roomOf<One>(limits.perAddress));
      if ((own && !hasRoom(own)) || !hasRoom(house)) return false;
      if (own && key !== null) addresses.set(key, own);
      const rooms = own ? [house, own] : [house];
      for (const room of rooms) room.taken++;
      seated.set(one, { rooms, key });
      move(one, 'resting');
      return true;
    },
    asks: (one) => move(one, 'asking'),
    works: (one) => move(one, null),
    rests: (one) => move(one, 'resting'),
    leave,
  };
};
