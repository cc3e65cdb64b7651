import { sql, type SQL, type SQLWrapper } from 'drizzle-orm';
import type { Context } from './context.ts';
import { takeBack, takeOne, networkOf, type Throttle } from './throttle.ts';

type Needs = Pick<Context, 'db' | 'now'> & Partial<Pick<Context, 'ip' | 'staff'>>;

const HOUR = 3600;
/**
 * Letters in an hour to an address that somebody typed and nobody confirmed: three of any kind, the last of which is for a code, so
 * that notices do not keep its owner from confirming.
 */
const LETTERS: Throttle = { name: 'mailbox', max: 3, seconds: HOUR };
const NOTICES: Throttle = { ...LETTERS, max: 2 };
/** The same from one address of the internet, behind which many families may sit: what is confirmed is taken back. */
const FROM_ADDRESS: Throttle = { name: 'mailbox.address', max: 150, seconds: HOUR };

/** The box behind an address: `ana+uno@…` and `ana+dos@…` are one, and for Google `a.na@…` too. */
export function boxOf(mail: string): string {
  const [name = '', host = ''] = mail.trim().toLowerCase().split('@');
  const box = name.replace(/(?<=.)\+.*$/, '');
  return `${/^(gmail|googlemail)\.com$/.test(host) ? box.replaceAll('.', '') : box}@${host}`;
}

/** The same box in the database: what two addresses are, whatever stands after a `+`. A telephone is only itself. */
export const sameBox = (column: SQLWrapper, mail: string): SQL =>
  sql`${boxIn(sql`${column}`)} = ${boxIn(sql`${mail}`)}`;

function boxIn(mail: SQL): SQL {
  const bare = sql`regexp_replace(lower(trim(${mail}::text)), '^([^@]+?)\\+[^@]*@', '\\1@')`;
  return sql`case when ${bare} ~ '@(gmail|googlemail)\\.com$'
    then replace(split_part(${bare}, '@', 1), '.', '') || '@' || split_part(${bare}, '@', 2) else ${bare} end`;
}

/**
 * Asks before a mail goes to an address that a stranger typed: 0, or the seconds to wait. `mail` is the recipient; a colleague may
 * always write.
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

/** Whether a notice may go there now; one that may not is not sent at all: its page says the same. */
export const mayNotify = async (ctx: Needs, mail: string): Promise<boolean> =>
  (await waitToMail(ctx, mail, 'notice')) === 0;

/** Its owner confirmed an address: what was sent there counts no longer against the others behind the same connection. */
export async function confirmedMail(ctx: Needs): Promise<void> {
  // The notice of the form, and the code.
  for (let letters = 0; letters < 2 && ctx.ip; letters += 1)
    await takeBack(ctx, FROM_ADDRESS, networkOf(ctx.ip));
}
