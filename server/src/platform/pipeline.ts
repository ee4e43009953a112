import type { Call } from '@plomb/contract/kit/call';
import { statusOf } from '@plomb/contract/kit/refusal';
import { langOf } from '@plomb/contract/kit/text';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import type { SessionOperator } from './access.ts';
import { addedOnce, additionKey } from './additions.ts';
import { authorise, type CallerChecks, callerOf, checkBody, identify, recheck } from './caller.ts';
import { type Counts, openCounts } from './counts.ts';
import { fileNameOf } from './files/download.ts';
import { type ExportLimits, serveExports } from './files/exports.ts';
import { writeTicket } from './files/tickets.ts';
import { uploadBytes, withForms } from './files/uploads.ts';
import { type Lanes, openLanes } from './lanes.ts';
import { STRANGERS_BYTES } from './largeBodies.ts';
import type { Logger } from './log.ts';
import { apiSeconds, refusals } from './metrics.ts';
import { differences, type Operation, writeOperation } from './operationLog.ts';
import { kyselyOn } from './postgres/kysely.ts';
import { FOR_FILES, FOR_OTHERS, type Pools } from './postgres/pools.ts';
import { CommitUnknown, scoped } from './postgres/transaction.ts';
import { type Answer, answerOf, Refusal, refusalOf } from './refusal.ts';
import type { Served, Tables } from './serve.ts';
import { openStream } from './stream.ts';
import type { UnknownEnds } from './unknownEnds.ts';
import { type BodyFault, bodyFault, TooDeep } from './wellFormed.ts';

export interface Pipeline extends CallerChecks {
  pools: Pools;
  log: Logger;
  exports: ExportLimits;
  unknownEnds: Pick<UnknownEnds, 'note'>;
  /** of `openOrganisations` */
  organisations: Lanes;
  /** streams that one session, or one key, may hold open at once */
  streams(): number;
  /** and one operator, in all its sessions and by all its keys */
  streamsOfOperator(): number;
}

/** Calls of one operator under way at once: as many as a browser sends. */
const OF_ONE_OPERATOR = 6;

/** Work for an operator in its turn; a `Refusal` when nobody waits for it any more. */
type Turn = <T>(operator: SessionOperator, isGone: () => boolean, work: () => Promise<T>) => Promise<T>;

/** The connections of requests. No organisation ever has all of them, by however many persons: the others are answered meanwhile. */
export const openOrganisations = ({ app }: Pick<Pools, 'app'>): Lanes => {
  const connections = app.options.max - FOR_FILES;
  return openLanes(connections, Math.max(1, connections - FOR_OTHERS));
};

/** Whoever sends a hundred calls at once has six under way. */
const openTurns = (organisations: Lanes): Turn => {
  const operators = openLanes(Number.POSITIVE_INFINITY, OF_ONE_OPERATOR);
  return ({ id, orgId }, isGone, work) =>
    operators.run(String(id), () => {
      if (isGone()) throw new Refusal('unavailable');
      return organisations.run(String(orgId), work);
    });
};

const addedAgain = { zh: '重复请求，未再次新增', en: 'the same request again, nothing more was added' };

type Body = Record<string, unknown>;
const bodyOf = (request: FastifyRequest): Body => {
  const body = request.body ?? {};
  if (typeof body !== 'object' || Array.isArray(body)) throw new Refusal('validation');
  const fault: BodyFault | null = body instanceof TooDeep ? { path: [], message: 'tooDeep' } : bodyFault(body);
  if (fault) throw new Refusal('validation', {}, [{ code: 'custom', ...fault, input: undefined }]);
  return body as Body;
};

const parsed = (call: Call, body: Body): unknown => {
  const input = call.input.safeParse(body);
  if (!input.success) throw new Refusal('validation', {}, input.error.issues);
  return input.data;
};

/**
 * The way of every call: sign, session, permission, input, handler in a transaction scoped to the operator's
 * organisations, output, operation log. Written once; a handler only decides.
 */
export const mount = (app: FastifyInstance, served: readonly Served[], with_: Pipeline): void => {
  const open = openCounts();
  const turn = openTurns(with_.organisations);
  const post = (to: FastifyInstance, one: Served) =>
    to.post(
      one.call.path,
      {
        ...(one.call.permit === 'open' ? { bodyLimit: STRANGERS_BYTES } : {}),
        config: { uploadBytes: uploadBytes(one.call) ?? 0 },
      },
      (request: FastifyRequest, reply: FastifyReply) =>
        one.call.answer === 'stream'
          ? streamed(one, request, reply, with_, open)
          : answered(one, request, reply, with_, turn),
    );
  for (const one of served) if (uploadBytes(one.call) === null) post(app, one);
  withForms(app, (scope) => {
    for (const one of served) if (uploadBytes(one.call) !== null) post(scope, one);
  });
  serveExports(app, served, with_);
};

const answered = async (
  one: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  p: Pipeline,
  turn: Turn,
): Promise<Answer> => {
  const { call } = one;
  const started = p.now();
  const stop = apiSeconds.startTimer({ path: call.path });
  const lang = langOf((request.body as Body | null)?.langue);
  const caller = callerOf(request);
  let { token } = caller;
  let actor: Operation['operator'] = null;
  let typedName = '';
  let instruct: Operation['instruct'] = '';
  let changes: Operation['changes'] = [];
  const devices = new Set<number>();
  const after: (() => void)[] = [];
  const operation = (answer: Answer): Operation => ({
    call,
    operator: actor,
    typedName,
    instruct,
    changes,
    devices: [...devices],
    address: request.ip,
    requestId: request.id,
    param: request.query as object,
    body: request.body,
    answer,
    costMs: p.now() - started,
  });
  const common = {
    lang,
    address: request.ip,
    requestId: request.id,
    note: (sentence: Operation['instruct']) => {
      instruct = sentence;
    },
    changed: (before: Body, after: Body) => {
      changes = changes.concat(differences(before, after));
    },
    concerns: (some: readonly number[]) => {
      for (const id of some) devices.add(id);
    },
    afterCommit: (run: () => void) => void after.push(run),
    setToken: (next: string) => {
      token = next;
    },
  };

  try {
    const body = bodyOf(request);
    checkBody(body, caller, p);
    const operator = call.permit === 'open' && caller.apiKey === null ? null : await identify(caller, p);
    actor = operator;
    if (operator) authorise(call, operator);
    let input = parsed(call, { ...body, ...request.formFiles });
    const key = additionKey(call, body);
    if (operator && one.prepare) input = await one.prepare(input, operator, lang);
    const finish = (data: unknown): Answer => ({
      verify: { sign: 'success', desc: '' },
      data: call.output.parse(data),
    });

    let answer: Answer;
    if (operator) {
      const run = async (client: PoolClient): Promise<Answer> => {
        const db = kyselyOn<Tables>(client);
        const work = async () => one.run(input, { ...common, db, client, operator, token });
        const again = () => common.note(addedAgain);
        const data =
          call.answer === 'file'
            ? await fileTicket(client, call, operator, input)
            : key === null
              ? await work()
              : await addedOnce(client, call, operator, { key, input, again }, work);
        const done = finish(data);
        if (call.business) await writeOperation(client, operation(done));
        return done;
      };
      const isGone = () => reply.raw.destroyed;
      answer = await turn(operator, isGone, () => scoped(p.pools.app, operator.orgIds, run));
    } else {
      const userAgent = request.headers['user-agent'] ?? '';
      const actAs = (who: NonNullable<Operation['operator']>) => {
        actor = who;
      };
      const claims = (name: string) => {
        typedName = name;
      };
      answer = finish(await one.run(input, { ...common, operator: null, actAs, claims, userAgent }));
      if (call.business) await writeOperation(p.pools.platform, operation(answer));
    }
    for (const run of after) run();
    if (token && token !== caller.token) p.access.issued(token);
    if (token) reply.header('Authorization', token);
    return answer;
  } catch (e) {
    if (e instanceof CommitUnknown) p.unknownEnds.note(e);
    const refusal = refusalOf(e, call);
    if (!refusal) p.log.error({ err: e, path: call.path, request: request.id }, 'a call failed');
    const answer = answerOf(refusal ?? new Refusal('error', { request: request.id }), lang);
    refusals.inc({ path: call.path, sign: answer.verify.sign });
    if (call.business) {
      // also what was refused before anybody was asked who it is, a body out of form, was tried by somebody
      actor ??= await identify(caller, p).catch(() => null);
      // a stranger who fills no form fills no disk either: such refusals are counted, not filed
      if (actor || typedName)
        await writeOperation(p.pools.platform, operation(answer)).catch((err) =>
          p.log.error({ err, path: call.path, request: request.id }, 'a refused call could not be logged'),
        );
    }
    const { sign } = answer.verify;
    // the console reads the envelope; a program goes by the status
    reply.code(caller.apiKey !== null || sign === 'error' || sign === 'unavailable' ? statusOf[sign] : 200);
    if (caller.apiKey !== null && sign === 'tooMany') reply.header('Retry-After', '1');
    return answer;
  } finally {
    stop();
  }
};

/** The rows are read when the file is fetched; asking for it checks, logs and hands out a ticket. */
const fileTicket = async (client: PoolClient, call: Call, operator: SessionOperator, input: unknown) => ({
  url: `/download/${await writeTicket(client, { path: call.path, operatorId: operator.id, input })}`,
  name: fileNameOf(call, input),
});

const streamed = async (
  one: Served,
  request: FastifyRequest,
  reply: FastifyReply,
  p: Pipeline,
  open: Counts,
): Promise<unknown> => {
  const caller = callerOf(request);
  const lang = langOf((request.body as Body | null)?.langue);
  try {
    const body = bodyOf(request);
    checkBody(body, caller, p);
    const operator = await identify(caller, p);
    authorise(one.call, operator);
    const input = parsed(one.call, body);
    const stillMay = () => recheck(one.call, caller, p);
    const left = open.enter(caller.apiKey ?? caller.token, p.streams());
    if (!left) throw new Refusal('tooManyStreams');
    const leftOperator = open.enter(`operator ${operator.id}`, p.streamsOfOperator());
    if (!leftOperator) {
      left();
      throw new Refusal('tooManyStreams');
    }
    reply.hijack();
    reply.raw.once('close', left).once('close', leftOperator);
    const stream = openStream(reply.raw, request.headers['accept-encoding']);
    const common = { lang, address: request.ip, requestId: request.id };
    const none = () => undefined;
    await one.run(input, {
      ...common,
      note: none,
      changed: none,
      concerns: none,
      afterCommit: none,
      setToken: none,
      operator,
      recheck: stillMay,
      ...stream,
    });
    return reply;
  } catch (e) {
    const refusal = refusalOf(e);
    if (!refusal) p.log.error({ err: e, path: one.call.path, request: request.id }, 'a stream failed');
    if (reply.raw.headersSent) return reply.raw.end();
    const answer = answerOf(refusal ?? new Refusal('error', { request: request.id }), lang);
    if (caller.apiKey !== null) reply.code(statusOf[answer.verify.sign]);
    return answer;
  }
};
