import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { MESSAGES } from '#contract/errors.ts';
import type { Callers } from './auth.ts';
import { csrfSecretOf } from './csrf.ts';
import { Refused } from './errors.ts';
import { diskFull, isFull } from './space.ts';
import { countAttempt, networkOf, takeBack, type Throttle } from './throttle.ts';

/** Allowance for the fields beside the files of a form. */
const FIELDS_BYTES = 1_048_576;
/** A file that is too large is still read up to this factor, so the error appears at its field (files.ts). */
const PATIENCE = 4;
/** A body without Content-Length counts as this size until it is read. */
const UNTOLD_BYTES = 64 * 1_048_576;
const KB = 1024;

/** Before any route: refuses compressed bodies (415), because a small one may expand to a large one. */
export function refuseCompressed(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ headers }) => {
    const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
    if (encoding !== '' && encoding !== 'identity') throw new Refused(415, 'COMPRESSED', MESSAGES.COMPRESSED);
  });
}

/** Size limit of bodies that the route reads itself. Undefined for other bodies: they are small and already parsed. */
function mostBytes(request: FastifyRequest, { files }: EndpointSpec): number | undefined {
  if (isRaw(request)) return UNTOLD_BYTES;
  if (!files || !request.isMultipart()) return undefined;
  const sizes = Object.values(files).map(({ maxSize, maxCount }) => maxSize * maxCount);
  return sizes.reduce((sum, size) => sum + size, 0) * PATIENCE + FIELDS_BYTES;
}
const isRaw = ({ headers }: FastifyRequest) =>
  headers['content-type']?.startsWith('application/octet-stream') ?? false;

/** Callbacks while a body is read. */
interface Body {
  /** Call before writing a file. Raises 507 if the disk is full. */
  room(): Promise<void>;
  /** Call at the end, after success or failure. */
  settle(): Promise<void>;
}

/**
 * Before a body with files is read: raises 413 if it is larger than the endpoint accepts, and 429 with a retry time if a
 * user without a staff session has sent too much. Bytes already read count, even if the request fails.
 */
export async function admitBody(
  app: FastifyInstance,
  request: FastifyRequest,
  spec: EndpointSpec,
  { callers, now }: { callers: Callers; now: Date },
): Promise<Body> {
  const { config } = app.core.services;
  const most = mostBytes(request, spec);
  const told = request.headers['content-length'];
  const length = told === undefined ? Math.min(most ?? 0, UNTOLD_BYTES) : Number(told);
  const room = async () => {
    if (await isFull(config, length)) throw diskFull();
  };
  const free: Body = { room, settle: async () => undefined };
  if (most === undefined) return free;
  if (length > most) throw new Refused(413, 'TOO_LARGE', MESSAGES.TOO_LARGE);
  if (isRaw(request)) await room();
  if (callers.staff || most === FIELDS_BYTES) return free;

  const ctx = { db: app.core.database.db, now };
  const counted: [Throttle, string, number][] = [];
  const giveBack = async (unread: number) => {
    for (const [rule, subject, amount] of counted)
      await takeBack(ctx, rule, subject, Math.min(amount, Math.floor(unread / KB)));
  };
  const rules: [Throttle, string][] = [
    [
      { name: 'bytes.visitor', max: config.VISITOR_MB_PER_HOUR * KB, seconds: 3600 },
      csrfSecretOf(request) ?? '',
    ],
    [{ name: 'bytes.address', max: config.ADDRESS_MB_PER_HOUR * KB, seconds: 3600 }, networkOf(request.ip)],
  ];
  const amount = Math.ceil(length / KB);
  try {
    for (const [rule, subject] of rules) {
      counted.push([rule, subject, amount]);
      await countAttempt(ctx, rule, subject, amount);
    }
  } catch (error) {
    await giveBack(length);
    if (!(error instanceof Refused)) throw error;
    const wait = error.details.retryAfter ?? 60;
    throw new Refused(429, 'TOO_MANY', MESSAGES.TOO_MUCH.replace('{espera}', minutes(wait)), {
      retryAfter: wait,
    });
  }
  const before = bytesRead(request);
  const settle = async () => {
    // In tests without a socket, the number of bytes read is unknown.
    if (request.raw.complete === undefined || (request.raw.complete && told !== undefined)) return;
    const read = bytesRead(request) - before;
    await giveBack(Math.max(0, length - read));
  };
  return { room, settle };
}

const minutes = (seconds: number) => (seconds <= 60 ? 'un minuto' : `${Math.ceil(seconds / 60)} minutos`);
const bytesRead = ({ raw }: FastifyRequest) => raw.socket.bytesRead || 0;

/** After a refusal, the rest of the body is read up to these limits, so the browser receives the response. */
const LINGER_MS = 10_000;
const LINGER_BYTES = 8 * 1_048_576;
const LOOK_MS = 25;

/** After a response: drops the unread body up to a limit, then closes the connection. */
export function endUnread(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    // In tests without a socket, the number of bytes read is unknown.
    if (raw.complete === undefined || raw.complete || raw.destroyed) return;
    const { socket } = raw;
    const most = socket.bytesRead + LINGER_BYTES;
    const until = performance.now() + LINGER_MS;
    raw.unpipe();
    raw.resume();
    const look = setInterval(() => {
      if (socket.bytesRead > most || performance.now() > until) socket.destroy();
      if (raw.complete || socket.destroyed) clearInterval(look);
    }, LOOK_MS);
  });
}
