/**
 * Ms since 1970, to the microsecond. In floating point all the way: `extract` makes a decimal number, which takes the
 * database three times as long, eight times for each lock of a batch.
 */
export const millis = (column: string) => `round(date_part('epoch', ${column}) * 1e6) / 1e3`;

/** One column of a batch, as PostgreSQL's array literal: a tenth of the time the driver takes to make it from an array. */
export class Column {
  readonly #items: (string | number | boolean)[] = [];

  /** What is not a finite number becomes NULL. */
  real(value: number | null): void {
    this.#items.push(value !== null && Number.isFinite(value) ? value : 'NULL');
  }

  int(value: number | null): void {
    this.real(value === null ? null : Math.round(value));
  }

  bool(value: boolean | null): void {
    this.#items.push(value ?? 'NULL');
  }

  /** PostgreSQL has no NUL in texts, and what a lock writes there is not ours to trust. */
  text(value: string | null): void {
    if (value === null) this.#items.push('NULL');
    else this.#items.push(plain.test(value) ? `"${value}"` : `"${quoted(value)}"`);
  }

  /** An object, or none, as it is kept in jsonb: its texts as PostgreSQL can keep them. */
  json(value: object | null): void {
    this.text(value === null ? null : JSON.stringify(value, keepable));
  }

  toPostgres(): string {
    return `{${this.#items.join(',')}}`;
  }
}

const plain = /^[\w:./ -]*$/;
const quoted = (value: string): string => value.replace(/\0/g, '').replace(/["\\]/g, '\\$&');

/** What PostgreSQL keeps of a text in an object: it has no place for NUL, nor for half a character. */
export const keepable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value;

/** Whether a row was told by the lock the device stands for now: a device whose lock was exchanged had another before. */
export const ofThisLock = (row: string): string =>
  `${row}.receive_time > coalesce((select exchange_time from lock_state s where s.device_id = ${row}.device_id), '-infinity')`;
