import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import qs from 'qs';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { MESSAGES, type FieldError } from '#contract/errors.ts';
import { invalid, Refused } from './errors.ts';
import { CUT_OFF, type Files, type UploadedFile } from './files.ts';

const FIELD_SIZE = 64 * 1024;
const parsing = {
  depth: 4,
  arrayLimit: 50,
  parameterLimit: 400,
  allowDots: false,
  plainObjects: false,
} as const;

export interface Form {
  body: Record<string, unknown>;
  uploads: Map<string, UploadedFile[]>;
  /** Errors of rejected files, for an endpoint that keeps the other files. */
  refused: FieldError[];
}

export async function registerForms(app: FastifyInstance): Promise<void> {
  await app.register(multipart, {
    limits: {
      fieldNameSize: 200,
      fieldSize: FIELD_SIZE,
      // Each field has its own size limit; the plugin's default would be the limit of a body without files.
      fileSize: Infinity,
      fields: 400,
      files: 40,
      parts: 440,
      headerPairs: 50,
    },
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 256 * 1024 },
    (_request, body, done) => done(null, parseFields(body as string)),
  );
}

const parseFields = (text: string) => qs.parse(text, parsing) as Record<string, unknown>;

/** `cedula_beneficiario[]` is declared as cedula_beneficiario. */
const fieldOf = (name: string) => name.replace(/\[\]$/, '');

/** Called with the form's token before anything else is read (rulings.md 9). Raises 403. */
type FirstPart = (token: unknown) => void;

/**
 * Reads a form: fields nested by their brackets, files streamed into the store one after the other.
 * Refuses a file in an undeclared field; ignores empty file inputs.
 */
export async function readForm(
  request: FastifyRequest,
  files: Files,
  declared: NonNullable<EndpointSpec['files']>,
  {
    keepsFiles = false,
    first,
    room,
  }: { keepsFiles?: boolean | undefined; first?: FirstPart | undefined; room?: () => Promise<void> } = {},
): Promise<Form> {
  if (!request.isMultipart()) return { body: plainBody(request), uploads: new Map(), refused: [] };
  const refused: FieldError[] = [];
  const refuse = (error: unknown, field: string) => {
    if (!keepsFiles || !(error instanceof Refused)) throw error;
    refused.push(...(error.details.errors ?? [{ field, message: error.message }]));
  };
  const pairs: string[] = [];
  const uploads = new Map<string, UploadedFile[]>();
  let check = first;
  for await (const part of request.parts()) {
    check?.(part.type === 'field' && part.fieldname === '_token' ? part.value : undefined);
    check = undefined;
    if (part.type === 'field') {
      if (part.valueTruncated || part.fieldnameTruncated)
        throw new Refused(413, 'TOO_LARGE', MESSAGES.TOO_LARGE);
      pairs.push(`${encodeURIComponent(part.fieldname)}=${encodeURIComponent(String(part.value))}`);
      continue;
    }
    const field = fieldOf(part.fieldname);
    if (!part.filename) {
      part.file.resume();
      continue;
    }
    const rule = Object.hasOwn(declared, field) ? declared[field] : undefined;
    const sofar = uploads.get(field) ?? [];
    if (!rule || sofar.length >= rule.maxCount) {
      const message = rule
        ? `Se aceptan ${rule.maxCount} archivos como máximo.`
        : 'Aquí no se espera un archivo.';
      refuse(invalid([{ field: part.fieldname, message }]), field);
      part.file.resume();
      continue;
    }
    await room?.();
    try {
      const file = await files.receive({ field, name: part.filename, stream: part.file }, rule);
      uploads.set(field, [...sofar, file]);
    } catch (error) {
      // The rest of the stream was not read, so nothing after it can be.
      if (error instanceof Refused && error.code === CUT_OFF) throw error;
      refuse(error, part.fieldname);
    }
  }
  check?.(undefined);
  return { body: parseFields(pairs.join('&')), uploads, refused };
}

function plainBody(request: FastifyRequest): Record<string, unknown> {
  const body: unknown = request.body;
  return body && typeof body === 'object' && !Array.isArray(body) ? { ...body } : {};
}
