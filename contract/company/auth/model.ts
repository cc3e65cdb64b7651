import { z } from 'zod';
import type { EndpointSpec } from '#contract/endpoint.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './rules.ts';

/** An address somebody signs in with; case does not count. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email());

/** A password as typed: nothing is trimmed. */
export const TypedPassword = z.string().min(1).max(PASSWORD_MAX);
/** A password to be kept; what it may not be is `whyNotPassword`. */
export const NewPassword = z.string().min(PASSWORD_MIN).max(PASSWORD_MAX);

/** Six digits of an authenticator or a mail, or a backup code (ABCDE-FGHJK); blanks and hyphens do not count. */
export const SecondStepCode = z.string().trim().min(1).max(40);

/** A checkbox, also of a form that is sent without script. */
export const Flag = z
  .union([z.boolean(), z.enum(['0', '1', 'true', 'false', 'on', ''])])
  .transform((given) => given === true || given === '1' || given === 'true' || given === 'on');

/** GET /api/user. With the second step due: no permissions, and `two_factor` true (rulings 7). */
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

/** What a user may do: names of roles and permissions, and the modules in which anything is granted. */
export const Authorization = z.object({
  roles: z.array(z.string()),
  permissions: z.array(z.string()),
  modules: z.array(z.string()),
});
export type Authorization = z.infer<typeof Authorization>;

/** How the second step can be taken: the authenticator's code, a code by e-mail, a backup code. */
export const SecondStepMethod = z.enum(['totp', 'correo', 'respaldo']);
export type SecondStepMethod = z.infer<typeof SecondStepMethod>;

/** The cookie fa_auth, for display only: the server's session decides. */
export interface FaAuth {
  success: boolean;
  remember: boolean;
}

export const StaffSession = z.object({
  id: z.string(),
  /** The session that asks. */
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
  /** Backup codes not yet used. */
  backup_codes_left: z.number().int(),
  /** A role of this user asks for it: the last method cannot be turned off. */
  required: z.boolean(),
});
export type SecondStepSetup = z.infer<typeof SecondStepSetup>;

/** Kinds of mail that hold a staff member's way in: in the outbox for `administracion.editar` only, never for a coordinator. */
export const STAFF_SECRET_MAILS = { invite: 'invitacion', reset: 'clave', code: 'codigo_ingreso' } as const;

/** What every customer's code call says of the sale: its code, or its number while it is a draft; the only one held, without either. */
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
