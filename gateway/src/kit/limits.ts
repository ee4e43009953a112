/** How much any one device, address or the whole world may ask of a gateway. */
export interface Limits {
  /** open connections in all */
  connections: number;
  /** open connections of one address; mobile carriers put whole fleets behind one */
  connectionsPerAddress: number;
  /** of these, so many that have not named a registered device yet */
  unnamedPerAddress: number;
  /** connections one address may open in a minute */
  opensPerAddress: number;
  /** reports of one device: so many at once, from its memory, and so many a minute; what comes faster is read later */
  reportsAtOnce: number;
  reportsPerMinute: number;
  /** reports it may have sent too fast when it connects again; more than one reading of a socket can hold */
  reportsOwed: number;
  /** reports that all who have not proved to be one device send: so many at once, and so many a minute */
  unprovedAtOnce: number;
  unprovedPerMinute: number;
  /** what is kept in a day of who has not proved to be the device: of one device, and from one address */
  unprovedPerDay: number;
  unprovedPerAddressAndDay: number;
  /** nobody without proof is read later than this: it may be the lock, about to register */
  unprovedWaitMillis: number;
  /** registrations of one device and address: so many at once, and so many a minute; it has to wait for five at most */
  registrationsAtOnce: number;
  registrationsPerMinute: number;
  /** a new connection must name a known device within this */
  firstFrameMillis: number;
  /** how long a connection we have ended may take to say goodbye */
  farewellMillis: number;
  /** refused frames and foreign identities a connection may send; each good frame earns one back */
  refusals: number;
  /** reports of one connection under way to storage; above it nothing more is read from the socket */
  inFlight: number;
  /** reports of all connections under way to storage; above it whoever has just reported is read on later */
  underWay: number;
  /** bytes a device may leave unread */
  unreadBytes: number;
  /** how old an answer of the directory may be */
  directoryMillis: number;
  /** identities remembered from the directory */
  directorySize: number;
  /** that a device was heard is told at most this often, and not at all while its reports say so */
  contactMillis: number;
  /** a device that stays connected is looked up again this often: it may have been disabled */
  recheckMillis: number;
  /** unregistered identities of one address passed on per minute; */
  unregisteredPerAddress: number;
  /** and those of all addresses that are told in the log, half of it each address's first only */
  unregisteredPerMinute: number;
  /** the queue is asked for whom something waits this often; hints come at once */
  waitingMillis: number;
  /** how long a connection that was given its code is left to show it */
  codeMillis: number;
  /** a connection heard within this was alive when another took its place */
  aliveMillis: number;
  /** the next command waits this long for the answer to the one before */
  answerMillis: number;
  /** an answer that comes later than this belongs to nothing */
  lateAnswerMillis: number;
  /** missing parts of a long message are asked for after this much silence */
  resendMillis: number;
  /** parts of a firmware under way to one lock; */
  partsUnderWay: number;
  /** and how long one that acknowledges none keeps the next waiting */
  partMillis: number;
  /** how long `close` waits for reports under way */
  drainMillis: number;
}

export const defaultLimits: Limits = {
  connections: 20_000,
  connectionsPerAddress: 10_000,
  unnamedPerAddress: 2_000,
  opensPerAddress: 20_000,
  reportsAtOnce: 1_000,
  reportsPerMinute: 600,
  reportsOwed: 4_000,
  unprovedAtOnce: 4_000,
  unprovedPerMinute: 120,
  unprovedPerDay: 10_000,
  unprovedPerAddressAndDay: 1_000_000,
  unprovedWaitMillis: 30_000,
  registrationsAtOnce: 20,
  registrationsPerMinute: 30,
  firstFrameMillis: 10_000,
  farewellMillis: 5_000,
  refusals: 20,
  inFlight: 256,
  underWay: 8_000,
  unreadBytes: 256 * 1024,
  directoryMillis: 3_000,
  directorySize: 20_000,
  contactMillis: 30_000,
  recheckMillis: 60_000,
  unregisteredPerAddress: 20,
  unregisteredPerMinute: 200,
  waitingMillis: 5_000,
  codeMillis: 30_000,
  aliveMillis: 60_000,
  answerMillis: 60_000,
  lateAnswerMillis: 10 * 60_000,
  resendMillis: 5_000,
  partsUnderWay: 4,
  partMillis: 5_000,
  drainMillis: 5_000,
};
