import type { FastifyInstance } from 'fastify';
import { keepStatements, sql } from '#server/kernel/db.ts';
import { settings } from '#server/kernel/kernel.table.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';
import { makeProjects, makeStaff } from './company.ts';
import { makeBankData } from './bankData.ts';
import { makeBanks } from './banks.ts';
import { makeBooks } from './books.ts';
import { makeIssuedInvoices } from './issuedInvoices.ts';
import { makeOnlineDeposits } from './onlineDeposits.ts';
import { makeBoard } from './board.ts';
import { makeBuyers } from './buyers.ts';
import { makeChat } from './chat.ts';
import { makeChatbot } from './chatbot.ts';
import { makeCommissions } from './commissions.ts';
import { makeHouseFiles } from './deeds.ts';
import { makeDisbursements } from './disbursements.ts';
import { WriteLegal } from './legal/legal.job.ts';
import { makeMailedLists } from './mailedLists.ts';
import { makeMoney } from './money.ts';
import { orderNotices, readOldNotices } from './notices.ts';
import { makePartners } from './partners.ts';
import { makePrices } from './prices.ts';
import { makeQuotes } from './quotes.ts';
import { makeActionPlans } from './actionPlans.ts';
import { makeProspects } from './prospects.ts';
import { reservePast, sendPast } from './past/reserve.ts';
import { makeRefunds } from './refunds.ts';
import { makeSales, showSales } from './sales.ts';
import { makeTasks } from './tasks.ts';
import { makeVisits } from './visits.ts';
import { makeWaiting } from './waiting.ts';

/**
 * Writes the demo company in one transaction: its own sales through the real services, and the numbers of its past. Jobs
 * write its past, its legal room and its works later. Returns the link of the buyer whom the start mentions.
 */
export async function fillDemo(app: FastifyInstance, password: string): Promise<string | null> {
  const { database, services, clock } = app.core;
  const now = clock.now();
  const shown = showSales(services.files, now);
  return database.db.transaction(async (tx) => {
    keepStatements(tx);
    // The statements repeat some hundred times: planning each one again takes longer than the plans save.
    await tx.execute(sql`set local plan_cache_mode = force_generic_plan`);
    const parts = { db: tx, files: services.files, now };
    // First, because a database that has users refuses to become a demo.
    await tx.insert(settings).values({ key: 'demo', value: true, updatedAt: now });
    const staff = await makeStaff(parts, password);
    await makeProjects(parts, staff);
    const { DEMO_PAST } = services.config;
    const lastLot = DEMO_PAST ? await reservePast(parts) : 0;
    await makePartners(app, tx, staff, now);
    const followed = await makeSales(app, tx, staff, { now, shown });
    await makeBuyers(app, tx, staff, now);
    await makeCommissions(app, tx, staff, now);
    await makeProspects(app, tx, staff, now);
    await makeBanks(app, tx, staff, now);
    await makeBankData(app, tx, staff, now);
    await makeHouseFiles(app, tx, staff, now);
    await makeDisbursements(app, tx, staff, now);
    await makeActionPlans(app, tx, staff, now);
    await makePrices(app, tx, staff, now);
    await makeMoney(app, tx, staff, now);
    await makeQuotes(app, tx, staff, now);
    await makeVisits(app, tx, staff, now);
    await makeBoard(app, tx, staff, now);
    await makeWaiting(app, tx, staff, now);
    await makeRefunds(app, tx, staff, now);
    await makeBooks(app, tx, staff, now);
    await makeIssuedInvoices(app, tx, staff, now);
    await makeOnlineDeposits(app, tx, staff, now);
    await makeChat(app, tx, staff, now);
    await makeTasks(app, tx, staff, now);
    await makeMailedLists(app, tx, staff, now);
    await makeChatbot(app, tx, staff, now);
    await orderNotices(tx);
    await readOldNotices(tx, now);
    const whenAndWho = { at: now.toISOString(), staff: Object.fromEntries(staff) };
    await services.jobs.send(tx, WriteLegal, whenAndWho);
    if (DEMO_PAST) await sendPast(parts, services.jobs, staff, lastLot);
    return createLink({ ...services, db: tx, now }, followed);
  });
}
