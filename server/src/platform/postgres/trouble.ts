/** A database that cannot be used, in a sentence that says what to do. Shown to the person who starts the program, without a stack. */
export class DatabaseTrouble extends Error {
  override name = 'DatabaseTrouble';
}

/** The data directory is open in another running Plomb. */
export class DirectoryInUse extends DatabaseTrouble {
  override name = 'DirectoryInUse';
}

const spawnAdvice: Record<string, string> = {
  ENOENT: 'The program is missing. Run npm install again, or install PostgreSQL 15 or newer.',
  EACCES: 'It may not be executed: check its permissions and that its file system is not mounted noexec.',
  EAGAIN: "The machine's limit of processes is reached. Raise it (ulimit -u) or end other programs.",
  ENOMEM: 'The machine has no memory left. End other programs, or set DATABASE_URL to a database elsewhere.',
  EPERM: 'The system does not let this user start it as the database account. Start Plomb as an ordinary user.',
};

/** Why a program of PostgreSQL could not even be started. */
export function spawnTrouble(program: string, error: Error): DatabaseTrouble {
  const advice = ('code' in error && spawnAdvice[String(error.code)]) || error.message;
  return new DatabaseTrouble(`${program} cannot be started. ${advice}`, { cause: error });
}

const outputAdvice: [RegExp, string][] = [
  [/No space left on device|Disk quota exceeded/, 'The disk is full: free space or choose another folder (DATA_DIR).'],
  [/could not create shared memory segment|Cannot allocate memory/, 'The machine has no memory left for the database.'],
  [/Read-only file system/, 'The data directory is on a read-only file system: choose another folder (DATA_DIR).'],
  [
    /Permission denied|Operation not permitted/,
    'The database account may not use the data directory: check its permissions.',
  ],
  [
    /error while loading shared libraries|version `\S+' not found|cannot execute/,
    'These binaries do not run on this machine. Install PostgreSQL 15 or newer, or set DATABASE_URL.',
  ],
  [
    /could not bind|Address already in use|could not create any TCP\/IP sockets/,
    'Its port on 127.0.0.1 cannot be used.',
  ],
  [
    /incompatible with server|not compatible with this version/,
    'The data was made by another PostgreSQL version: restore a backup into a new directory.',
  ],
  [
    /could not locate a valid checkpoint record|invalid checksum|checksum verification failed/,
    'The data is damaged: restore the latest backup.',
  ],
];

/** Why a program of PostgreSQL gave up, read from what it printed. */
export function outputTrouble(what: string, output: string): DatabaseTrouble {
  const advice = outputAdvice.find(([pattern]) => pattern.test(output))?.[1];
  const told = output.trim().split('\n').slice(-8).join('\n');
  return new DatabaseTrouble([`${what}.`, advice, told && `PostgreSQL said:\n${told}`].filter(Boolean).join(' '));
}

const fileAdvice: Record<string, string> = {
  EACCES: 'is not permitted to this user: change its permissions or choose another folder (DATA_DIR)',
  EPERM: 'is not permitted to this user: change its owner or choose another folder (DATA_DIR)',
  EROFS: 'is on a read-only file system: choose another folder (DATA_DIR)',
  ENOSPC: 'does not fit: the disk is full',
  EDQUOT: 'does not fit: the disk quota is used up',
  ENOTDIR: 'is not possible, for a part of that path is a file: choose another folder (DATA_DIR)',
  // What Node makes of a read-only file system when it creates several levels at once.
  ENOENT: 'is not possible, for a folder above it is missing or read-only: choose another folder (DATA_DIR)',
  EEXIST: 'is not possible, for there is a file of that name: choose another folder (DATA_DIR)',
};

/** Turns an error of the file system into a sentence; everything else stays as it is. */
export function fileTrouble(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && 'path' in error)) return error;
  const advice = fileAdvice[String(error.code)];
  return advice ? new DatabaseTrouble(`Using ${String(error.path)} ${advice}.`, { cause: error }) : error;
}
