import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { HIDDEN } from './reader.service.ts';
import type { Config } from '#server/kernel/config.ts';

/**
 * Why a call failed. unsent: it did not reach the provider · unknown: it may have · token: the provider refuses our key ·
 * busy: too many calls · refused: never, for a reason of its own (`code`) · gone: the file is not there any more.
 */
export type FaultKind = 'unsent' | 'unknown' | 'token' | 'busy' | 'refused' | 'gone';
export class WhatsappFault extends Error {
  readonly kind: FaultKind;
  readonly code: number | null;
  constructor(kind: FaultKind, code: number | null, cause?: unknown) {
    super(`whatsapp: ${kind} ${code ?? ''}`, { cause });
    this.kind = kind;
    this.code = code;
  }
}

/** The access to the account; undefined when the company has no WhatsApp. */
export interface Access {
  url: string;
  token: string;
  phoneId: string;
  accountId: string;
}
export function accessOf(config: Config): Access | undefined {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId, WHATSAPP_ACCOUNT_ID: accountId } = config;
  if (!token || !phoneId || !accountId) return undefined;
  return { url: config.WHATSAPP_API_URL.replace(/\/$/, ''), token, phoneId, accountId };
}

const TIMEOUT_MS = 20_000;
const ANSWER_MAX = 1_048_576;
const BUSY = new Set([4, 80007, 130429, 131048, 131056, 131057]);
const TOKEN = new Set([0, 3, 10, 190, 200]);
/** Nothing left this machine: a repeat cannot double anything. */
const NEVER_LEFT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

async function ask(access: Access, url: string, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, {
    ...init,
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
    headers: { authorization: `Bearer ${access.token}`, ...init.headers },
  }).catch((cause: unknown) => {
    const code = ((cause as Error).cause as NodeJS.ErrnoException | undefined)?.code ?? '';
    throw new WhatsappFault(NEVER_LEFT.has(code) ? 'unsent' : 'unknown', null, cause);
  });
  const answered = await bodyOf(response);
  if (response.ok && answered !== undefined) return answered;
  if (response.ok) throw new WhatsappFault('unknown', null);
  const code =
    z.object({ error: z.object({ code: z.number().int() }) }).safeParse(answered).data?.error.code ?? null;
  if (response.status === 401 || (code !== null && TOKEN.has(code))) throw new WhatsappFault('token', code);
  if (response.status === 429 || (code !== null && BUSY.has(code))) throw new WhatsappFault('busy', code);
  if (response.status === 404) throw new WhatsappFault('gone', code);
  if (response.status >= 500) throw new WhatsappFault('unknown', code);
  throw new WhatsappFault('refused', code);
}

async function bodyOf(response: Response): Promise<unknown> {
  try {
    let text = '';
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.length > ANSWER_MAX) return undefined;
    }
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const json = (body: object): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ messaging_product: 'whatsapp', recipient_type: 'individual', ...body }),
});

const recipientOf = (to: string) =>
  to.startsWith(HIDDEN) ? { recipient: to.slice(HIDDEN.length) } : { to: to.replace('+', '') };

/** Sends a message; `body` has its type and parts. Returns the provider's id. Raises WhatsappFault. */
export async function send(access: Access, to: string, body: object, key?: string): Promise<string> {
  const answered = await ask(
    access,
    `${access.url}/${access.phoneId}/messages`,
    json({ ...recipientOf(to), ...body, ...(key && { biz_opaque_callback_data: key }) }),
  );
  const read = z
    .object({ messages: z.array(z.object({ id: z.string().min(1).max(300) })).min(1) })
    .safeParse(answered);
  if (!read.success) throw new WhatsappFault('unknown', null);
  return read.data.messages[0]!.id;
}

/** Gives the provider a file to send; a repeat only leaves one more unused copy there. Returns its id. */
export async function upload(
  access: Access,
  file: { name: string; mime: string; bytes: Uint8Array<ArrayBuffer> },
): Promise<string> {
  const form = new FormData();
  form.set('messaging_product', 'whatsapp');
  form.set('type', file.mime);
  form.set('file', new File([file.bytes], file.name, { type: file.mime }));
  const answered = await ask(access, `${access.url}/${access.phoneId}/media`, {
    method: 'POST',
    body: form,
  }).catch((error: unknown) => {
    // Nobody received a message yet.
    if (error instanceof WhatsappFault && error.kind === 'unknown')
      throw new WhatsappFault('unsent', error.code, error);
    throw error;
  });
  const read = z.object({ id: z.string().min(1).max(300) }).safeParse(answered);
  if (!read.success) throw new WhatsappFault('unsent', null);
  return read.data.id;
}

/** A file of a customer as a stream. Raises WhatsappFault; `gone` when the provider does not have it any more. */
export async function download(access: Access, mediaId: string): Promise<{ stream: Readable; size: number }> {
  const told = await ask(
    access,
    `${access.url}/${encodeURIComponent(mediaId)}?phone_number_id=${access.phoneId}`,
  ).catch((error: unknown) => {
    // 100: there is no such object.
    if (error instanceof WhatsappFault && error.kind === 'refused' && error.code === 100)
      throw new WhatsappFault('gone', error.code, error);
    throw error;
  });
  const read = z
    .object({ url: z.url({ protocol: /^https?$/ }), file_size: z.coerce.number().catch(0) })
    .safeParse(told);
  if (!read.success) throw new WhatsappFault('unsent', null);
  // The token goes only to the provider, and over TLS wherever the API itself does.
  if (access.url.startsWith('https:') && !read.data.url.startsWith('https:'))
    throw new WhatsappFault('refused', null);
  const response = await fetch(read.data.url, {
    headers: { authorization: `Bearer ${access.token}` },
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
  }).catch((cause: unknown) => {
    throw new WhatsappFault('unsent', null, cause);
  });
  if (response.ok && response.body)
    return { stream: Readable.fromWeb(response.body as ReadableStream), size: read.data.file_size };
  await response.body?.cancel();
  throw new WhatsappFault(
    response.status === 404 || response.status === 410
      ? 'gone'
      : response.status === 401
        ? 'token'
        : 'unsent',
    null,
  );
}

const Component = z.looseObject({
  type: z.string(),
  text: z.string().optional(),
  format: z.string().optional(),
});
const TemplatePage = z.object({
  data: z.array(
    z.object({
      id: z.string().max(100),
      name: z.string().max(600),
      language: z.string().max(20),
      status: z.string().max(40),
      category: z.string().max(40).catch(''),
      components: z.array(Component).catch([]),
    }),
  ),
  paging: z
    .object({ cursors: z.object({ after: z.string() }).optional(), next: z.string().optional() })
    .optional(),
});
export type TemplateFound = z.infer<typeof TemplatePage>['data'][number];

const PAGES = 20;
/** Every template of the account. Raises WhatsappFault. */
export async function readTemplates(access: Access): Promise<TemplateFound[]> {
  const found: TemplateFound[] = [];
  let after: string | undefined;
  for (let page = 0; page < PAGES; page += 1) {
    const query = new URLSearchParams({
      fields: 'id,name,language,status,category,components',
      limit: '100',
      ...(after && { after }),
    });
    const read = TemplatePage.safeParse(
      await ask(access, `${access.url}/${access.accountId}/message_templates?${query.toString()}`),
    );
    if (!read.success) throw new WhatsappFault('unsent', null);
    found.push(...read.data.data);
    after = read.data.paging?.next ? read.data.paging.cursors?.after : undefined;
    if (!after) break;
  }
  return found;
}
