import { showPhone } from '#contract/phone.ts';
import type { Context } from '#server/kernel/context.ts';
import { customerCodeMail } from './auth.mail.ts';

interface Contact {
  name: string;
  email: string | null;
  phone: string;
}
type Needs = Pick<Context, 'db' | 'now' | 'jobs' | 'mail'>;

/** How a code reaches a customer: by e-mail; where there is none, by a coordinator who reads it out of the outbox (rulings 11). */
export const codeWayOf = ({ email }: Pick<Contact, 'email'>): 'correo' | 'asesor' =>
  email ? 'correo' : 'asesor';

const recipientOf = ({ email, phone }: Contact) => email ?? showPhone(phone);

export async function sendCode(ctx: Needs, contact: Contact, code: string): Promise<void> {
  const mail = customerCodeMail(recipientOf(contact), contact.name, code, codeWayOf(contact) === 'asesor');
  await ctx.mail.send(ctx, mail);
}
