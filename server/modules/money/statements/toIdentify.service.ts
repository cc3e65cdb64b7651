import { sql } from 'drizzle-orm';

/** Condition over `bank_statement_lines`: money that came in and has no payment yet. The text is that of its index. */
export const TO_IDENTIFY = sql.raw(`bank_statement_lines.state = 'open' and bank_statement_lines.cents > 0`);
