import { z } from 'zod';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './rules.ts';

/** A sign-in e-mail address, not case-sensitive. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** A password as typed, not trimmed. */
export const TypedPassword = z.string().min(1).max(PASSWORD_MAX);
/** A new password; `whyNotPassword` has the other rules. */
export const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);

/** Six digits from an authenticator or a mail, or a backup code (ABCDE-FGHJK); spaces and hyphens are ignored. */
export const SecondStepCode = z.string().trim().min(1).max(40);

/** A checkbox value; also accepts a form posted without script. */
export const Flag = z
  .union([z.boolean(), z.enum(['0', '1', 'true', 'false', 'on', ''])])
  .transform((given) => given === true || given === '1' || given === 'true' || given === 'on');

/** GET /api/user. While the second step is missing: no permissions, and `two_factor` true (rulings 7). */
export const SignedInUser = z.object({
  id: z.number().int(),
  name: z.string(),
  email: z.string(),
  user_type: z.object({ id: z.number().int(), name: z.string() }),
  roles: z.array(z.object({ id: z.number().int(), display_name: z.string() })),
  permissions: z.array(z.string()),
  two_factor: z.boolean(),
});
export type SignedInUser = z.infer<typeof SignedInUser>;

/** What a user may do: names of roles and permissions, and modules with at least one grant. */
export const Authorization = z.object({
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  modules: z.array(z.string()),
});
export type Authorization = z.infer<typeof Authorization>;

/** Second-step methods: authenticator code, e-mail code, backup code. */
export const SecondStepMethod = z.enum(['totp', 'correo', 'respaldo']);
export type SecondStepMethod = z.infer<typeof SecondStepMethod>;

/** The cookie fa_auth, for display only: the server session decides. */
export interface FaAuth {
  success: boolean;
  remember: boolean;
}

export const StaffSession = z.object({
  id: z.string(),
  /** The session of this request. */
  current: z.boolean(),
  remember: z.boolean(),
  ip: z.string(),
  user_agent: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  expires_at: z.string(),
});
export type StaffSession = z.infer<typeof StaffSession>;

export const SecondStepSetup = z.object({
  totp: z.boolean(),
  email_code: z.boolean(),
  /** Number of unused backup codes. */
  backup_codes_left: z.number().int(),
  /** A role of this user requires a second step: the last method cannot be turned off. */
  required: z.boolean(),
});
export type SecondStepSetup = z.infer<typeof SecondStepSetup>;

/**
 * Mail kinds with a staff member's sign-in link or code. In the outbox only administracion.editar may see them; a
 * coordinator may not.
 */
export const STAFF_SECRET_MAILS = { invite: 'invitacion', reset: 'clave', code: 'codigo_ingreso' } as const;

/**
 * The sale of a customer's code request: its code, or its number while it is a draft. Without both: the session's only
 * sale.
 */
export const SaleChoice = z.object({
  codigo: z.string().trim().toUpperCase().max(20).optional(),
  precontrato_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER).optional(),
});
export type SaleChoice = z.infer<typeof SaleChoice>;

/** The six digits that were sent. */
export const SixDigits = z
  .string()
  .max(20)
  .transform((text) => text.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Escribe los 6 números del código.'));

/** A form without files: multipart, urlencoded or JSON. */
export const FORM = {} as const satisfies NonNullable<EndpointSpec['files']>;
