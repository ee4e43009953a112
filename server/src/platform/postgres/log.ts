/** The part of a pino logger that the database code uses. */
export type DatabaseLog = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

export const silentLog: DatabaseLog = { info() {}, warn() {}, error() {} };
