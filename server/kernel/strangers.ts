import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Context } from './context.ts';
import { takeBack, takeOne, networkOf, type Throttle } from './throttle.ts';

type Needs = Pick<Context, 'db' | 'now'> & Partial<Pick<Context, 'ip' | 'staff'>>;

const HOUR = 3600;
/**
 * Mails per hour to an unconfirmed address: three in total. The third is reserved for a code, so notices cannot keep the
 * owner from confirming.
 */
const LETTERS: Throttle = { name: 'mailbox', max: 3, seconds: HOUR };
const NOTICES: Throttle = { ...LETTERS, max: 2 };
/** Mails per hour from one IP address, which many families may share. Confirmed mails are subtracted again. */
const FROM_ADDRESS: Throttle = { name: 'mailbox.address', max: 150, seconds: HOUR };

/** The mailbox of an address: `ana+uno@…` and `ana+dos@…` are the same, and for Google `a.na@…` too. */
export function boxOf(mail: string): string {
  const [name = '', host = ''] = mail.trim().toLowerCase().split('@');
  const box = name.replace(/(?<=.)\+.*$/, '');
  return `${/^(gmail|googlemail)\.com$/.test(host) ? box.replaceAll('.', '') : box}@${host}`;
}

/** Compares mailboxes in the database, ignoring a `+` suffix. A phone number only equals itself. */
export const sameBox = (column: SQLWrapper, mail: string): SQL =>
  sql`${boxIn(sql`${column}`)} = ${boxIn(sql`${mail}`)}`;

function boxIn(mail: SQL): SQL {
  const bare = sql`regexp_replace(lower(trim(${mail}::text)), '^([^@]+?)\\+[^@]*@', '\\1@')`;
  return sql`case when ${bare} ~ '@(gmail|googlemail)\\.com$'
    then replace(split_part(${bare}, '@', 1), '.', '') || '@' || split_part(${bare}, '@', 2) else ${bare} end`;
}

/**
 * Call before sending mail to an address that a visitor typed. Returns 0, or the seconds to wait. A colleague may always
 * send.
 */
export async function waitToMail(ctx: Needs, mail: string, what: 'notice' | 'code'): Promise<number> {
  if (ctx.staff) return 0;
  const network = ctx.ip && networkOf(ctx.ip);
  const here = network ? await takeOne(ctx, FROM_ADDRESS, network) : 0;
  if (here > 0) return here;
  const there = await takeOne(ctx, what === 'code' ? LETTERS : NOTICES, boxOf(mail));
  if (there > 0 && network) await takeBack(ctx, FROM_ADDRESS, network);
  return there;
}

/** Whether a notice may be sent now. If not, it is dropped: its page shows the same text. */
export const mayNotify = async (ctx: Needs, mail: string): Promise<boolean> =>
  (await waitToMail(ctx, mail, 'notice')) === 0;

/** The owner confirmed an address: subtracts its mails from the limit of the IP address. */
export async function confirmedMail(ctx: Needs): Promise<void> {
  // Two mails: the form's notice, and the code.
  for (let letters = 0; letters < 2 && ctx.ip; letters += 1)
    await takeBack(ctx, FROM_ADDRESS, networkOf(ctx.ip));
}
