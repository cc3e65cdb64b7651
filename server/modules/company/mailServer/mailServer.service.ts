import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { MailServerState, MailServerToSave } from '#contract/company/mailServer/model.ts';
import { audit } from '#server/kernel/audit.ts';
import { staffOf, type Context } from '#server/kernel/context.ts';
import { conflict, invalid, Refused } from '#server/kernel/errors.ts';
import { mailServers } from '#server/kernel/kernel.table.ts';
import { mailFailure } from '#server/kernel/mailFailure.ts';
import {
  handOver,
  keptServer,
  mailServer,
  MAIL_SEAL,
  passwordOf,
  senderOf,
  senderText,
  type KeptServer,
  type MailServer,
} from '#server/kernel/mailServer.ts';
import { countAttempt, type Throttle } from '#server/kernel/throttle.ts';
import { requireProof } from '#server/modules/company/auth/proof.service.ts';
import { notify, whoMay } from '#server/modules/company/notifications/notify.service.ts';

type Given = z.output<typeof MailServerToSave>;

const ENTITY = 'servidor_correo';
/** Tests of one administrator: enough to set a server up, too few to search a network with. */
const TESTS: Throttle = { name: 'mail_server_test', max: 12, seconds: 900 };
/** Longest time for a test; a person waits for it. */
const TEST_MS = 20_000;

/** The server in force and the kept one, without its password. */
export async function mailServerState(ctx: Context): Promise<MailServerState> {
  const { SMTP_URL, MAIL_PORTS } = ctx.config;
  const kept = await keptServer(ctx);
  return {
    origin: SMTP_URL ? 'environment' : kept ? 'office' : 'none',
    at: SMTP_URL ? placeOf(SMTP_URL) : kept ? `${kept.host}:${kept.port}` : null,
    from: senderText(await senderOf(ctx)),
    kept: kept ? shown(ctx, kept) : null,
    ports: MAIL_PORTS,
    test_to: staffOf(ctx).email,
  };
}

const shown = (ctx: Context, kept: KeptServer): NonNullable<MailServerState['kept']> => ({
  host: kept.host,
  port: kept.port,
  security: kept.security,
  username: kept.username,
  sender_name: kept.senderName,
  sender_address: kept.senderAddress,
  reply_to: kept.replyTo,
  has_password: passwordOf(ctx, kept) !== undefined,
  version: kept.version,
  updated_at: kept.updatedAt.toISOString(),
});

/** Server and port of a URL, without its user and password. */
function placeOf(url: string): string {
  const { protocol, hostname, port } = new URL(url);
  return `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
}

/**
 * Sends a test through the given server and keeps it if the mail left. Raises 403 PROOF_NEEDED, 409 FROM_ENVIRONMENT,
 * STALE, SAFE_MODE, 422 at the field that failed, 429.
 */
export async function saveMailServer(ctx: Context, given: Given): Promise<void> {
  await requireProof(ctx);
  if (ctx.config.SMTP_URL)
    throw conflict(
      'FROM_ENVIRONMENT',
      'El servidor de correo viene de SMTP_URL, que pone quien opera el sistema. Para elegirlo aquí, hay que quitar esa variable.',
    );
  if (!ctx.config.MAIL_PORTS.includes(given.port))
    throw invalid([
      { field: 'port', message: `Elige uno de estos puertos: ${ctx.config.MAIL_PORTS.join(', ')}.` },
    ]);
  const before = await keptServer(ctx);
  if (given.version !== undefined && given.version !== (before?.version ?? 0)) throw stale();
  const password = passwordFor(ctx, given, before);
  await sendTest(ctx, {
    reach: { ...given, password },
    from: { name: given.sender_name, address: given.sender_address },
    replyTo: given.reply_to,
  });
  await ctx.transaction((inside) => keep(inside, given, password, before));
}

const stale = () => conflict('STALE');

/** The typed password, else the kept one if it goes to the same server as the same user. */
function passwordFor(ctx: Context, given: Given, before: KeptServer | undefined): string {
  if (given.username === '') return '';
  if (given.password !== '') return given.password;
  const same =
    before?.host === given.host &&
    before.port === given.port &&
    before.security === given.security &&
    before.username === given.username;
  const kept = same ? passwordOf(ctx, before) : undefined;
  if (kept === undefined)
    throw invalid([
      {
        field: 'password',
        message: before
          ? 'Escribe otra vez la contraseña: la guardada es solo para el servidor, el cifrado y el usuario de antes.'
          : 'Escribe la contraseña de ese usuario.',
      },
    ]);
  return kept;
}

async function keep(
  ctx: Context,
  given: Given,
  password: string,
  before: KeptServer | undefined,
): Promise<void> {
  const values = {
    host: given.host,
    port: given.port,
    security: given.security,
    username: given.username,
    password: password === '' ? null : ctx.seal(MAIL_SEAL).seal(password),
    senderName: given.sender_name,
    senderAddress: given.sender_address,
    replyTo: given.reply_to,
    version: (before?.version ?? 0) + 1,
    updatedAt: ctx.now,
  };
  const saved = await ctx.db
    .insert(mailServers)
    .values(values)
    .onConflictDoUpdate({
      target: mailServers.id,
      set: values,
      setWhere: eq(mailServers.version, before?.version ?? 0),
    })
    .returning({ id: mailServers.id });
  if (saved.length === 0) throw stale();
  await audit(ctx, 'guardar', ENTITY, placeIn(given), {
    ...(before && { before: told(before) }),
    after: told(values),
  });
  await tellOthers(ctx, 'cambió el servidor de correo', values.version);
}

/** The other administrators hear of it: whoever holds the server reads every link and code. */
async function tellOthers(ctx: Context, did: string, version: number): Promise<void> {
  await notify(ctx, {
    kind: 'servidor_correo',
    to: await whoMay(ctx.db, 'administracion.editar'),
    text: `${staffOf(ctx).name} ${did}.`,
    url: '/oficina/servidor-de-correo',
    event: `servidor_correo:${version}:${ctx.now.getTime()}`,
  });
}

/** What the audit log keeps of a server: nothing to sign in with. */
const told = ({
  host,
  port,
  security,
  username,
  senderName,
  senderAddress,
  replyTo,
}: Omit<KeptServer, 'id'>) => ({
  host,
  port,
  security,
  username,
  sender_name: senderName,
  sender_address: senderAddress,
  reply_to: replyTo,
});
const placeIn = ({ host, port }: { host: string; port: number }) => `${host}:${port}`;

/** Forgets the kept server and its password. Raises 403 PROOF_NEEDED. */
export async function removeMailServer(ctx: Context): Promise<void> {
  await requireProof(ctx);
  const [gone] = await ctx.db.delete(mailServers).returning();
  if (!gone) return;
  await audit(ctx, 'deleted', ENTITY, placeIn(gone), { before: told(gone) });
  await tellOthers(ctx, 'quitó el servidor de correo', gone.version);
}

/** Mails the caller through the server in force. Raises 403 PROOF_NEEDED, 409 NO_SMTP, SAFE_MODE, 422 MAIL_FAILED, 429. */
export async function testMailServer(ctx: Context): Promise<void> {
  await requireProof(ctx);
  const server = await mailServer(ctx);
  if (!server) throw conflict('NO_SMTP', 'Todavía no hay servidor de correo. Guarda uno primero.');
  await sendTest(ctx, server);
}

/** Sends the test mail; counted and in the audit log, whatever comes of it. */
async function sendTest(ctx: Context, server: MailServer): Promise<void> {
  if (ctx.safeMode.active())
    throw conflict(
      'SAFE_MODE',
      'Esta es una copia restaurada en modo seguro: no envía correos hasta que se active.',
    );
  const { userId, email } = staffOf(ctx);
  await countAttempt(ctx, TESTS, userId);
  const place = 'url' in server.reach ? placeOf(server.reach.url) : placeIn(server.reach);
  const note = (failed: string | null) => audit(ctx, 'probar', ENTITY, place, { failed });
  try {
    await handOver(
      server,
      {
        to: { name: '', address: email },
        subject: 'Prueba del servidor de correo',
        text: `Este correo lo pediste en la oficina para probar el servidor de correo.\n\nSi te llegó, los compradores y colegas también reciben los suyos.\n`,
      },
      TEST_MS,
    );
  } catch (error) {
    const failure = mailFailure(error);
    await note(failure.field);
    throw new Refused(422, 'MAIL_FAILED', failure.message, { errors: [failure] });
  }
  await note(null);
}
