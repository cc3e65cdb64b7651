import { CODE_MINUTES } from '#contract/company/auth/rules.ts';
import { fill } from '#contract/company/templates/mails.ts';
import { showPhone } from '#contract/phone.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Mail } from '#server/kernel/mail.ts';
import { countAttempt, networkOf } from '#server/kernel/throttle.ts';
import { spaced } from '#server/modules/company/auth/codes.service.ts';
import { CODE_SEND, CODE_SEND_ADDRESS, CODE_TRY_ADDRESS } from './throttles.ts';

interface Contact {
  name: string;
  email: string | null;
  phone: string;
}
type Needs = Pick<Context, 'db' | 'now' | 'jobs' | 'mail'>;

/** How a code reaches a customer: by email; without one, a coordinator reads it out from the outbox (rulings 11). */
export const codeWayOf = ({ email }: Pick<Contact, 'email'>): 'correo' | 'asesor' =>
  email ? 'correo' : 'asesor';

const recipientOf = ({ email, phone }: Contact) => email ?? showPhone(phone);

export async function sendCode(ctx: Needs, contact: Contact, code: string): Promise<void> {
  const mail = customerCodeMail(recipientOf(contact), contact.name, code, codeWayOf(contact) === 'asesor');
  await ctx.mail.send(ctx, mail);
}

/** A mail with a code of six digits. Without an email it stays in the outbox, for a coordinator to read out. */
const customerCodeMail = (to: string, name: string, code: string, byHand: boolean): Mail => ({
  kind: 'codigo',
  to,
  secret: true,
  byHand,
  ...fill('codigo', { nombre: name, codigo: spaced(code), minutos: String(CODE_MINUTES) }),
});

/** Limits the codes that are sent to one signer of a document, and from one network. Raises 429. */
export async function countSignerSend(ctx: Pick<Context, 'db' | 'now' | 'ip'>, signerId: number): Promise<void> {
  await countAttempt(ctx, CODE_SEND_ADDRESS, networkOf(ctx.ip));
  await countAttempt(ctx, CODE_SEND, `signer:${signerId}`);
}

/** Limits the guesses from one network at the codes of signers. Raises 429. */
export const countSignerTry = (ctx: Pick<Context, 'db' | 'now' | 'ip'>): Promise<void> =>
  countAttempt(ctx, CODE_TRY_ADDRESS, networkOf(ctx.ip));
