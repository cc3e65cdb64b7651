import { z } from 'zod';

/** tls: encrypted from the first byte (465) · starttls: encrypted before signing in (587) · none: a relay in the own network. */
export const MAIL_SECURITY = {
  tls: 'TLS desde el inicio (465)',
  starttls: 'STARTTLS (587)',
  none: 'Sin cifrado, solo dentro de la red propia',
} as const;

/** One line: a line break in a header would start another one. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Usa como máximo ${max} caracteres.`)
    .regex(/^[^\p{Cc}]*$/u, 'Escribe una sola línea.');
const Address = z
  .email('Escribe un correo completo, como avisos@empresa.com.')
  .max(200, 'Usa como máximo 200 caracteres.');

const fields = {
  host: z
    .string()
    .trim()
    .toLowerCase()
    .max(253, 'Usa como máximo 253 caracteres.')
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'Escribe solo el nombre, como smtp.empresa.com.'),
  port: z.number('Escribe el puerto.').int().min(1).max(65_535),
  security: z.enum(['tls', 'starttls', 'none'], 'Elige cómo se cifra la conexión.'),
  username: line(200).default(''),
  sender_name: line(80).min(1, 'Escribe el nombre con que llegan los correos.'),
  sender_address: Address,
  reply_to: Address.nullable().default(null),
};

/** The mail server as the office sets it. */
export const MailServerToSave = z
  .object({
    ...fields,
    /** Empty: the kept one stays. It is asked for again when server, port, encryption or user change. */
    password: z
      .string()
      .max(500, 'Usa como máximo 500 caracteres.')
      .regex(/^[^\p{Cc}]*$/u, 'Escribe una sola línea.')
      .default(''),
    version: z.number().int().min(0).optional(),
  })
  .refine(({ security, username }) => security !== 'none' || username === '', {
    path: ['username'],
    error: 'Sin cifrado no se envía una contraseña: deja vacío el usuario o elige un cifrado.',
  });

/** The kept mail server, never with its password. */
export const KeptMailServer = z.object({
  ...fields,
  username: z.string(),
  reply_to: z.string().nullable(),
  has_password: z.boolean(),
  version: z.number().int(),
  updated_at: z.string(),
});

export const MailServerState = z.object({
  /** environment: whoever runs the system set SMTP_URL, and the kept one waits · none: mails stay in the outbox. */
  origin: z.enum(['environment', 'office', 'none']),
  /** Server and port in force; null without one. */
  at: z.string().nullable(),
  /** Sender as recipients see it. */
  from: z.string(),
  kept: KeptMailServer.nullable(),
  /** Ports that the office may choose. */
  ports: z.array(z.number().int()),
  /** Where a test goes: the caller's address. */
  test_to: z.string(),
});
export type MailServerState = z.infer<typeof MailServerState>;
