import { Readable } from 'node:stream';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { PAPER_FILE } from '#contract/company/files/files.ts';
import { fill } from '#contract/company/templates/mails.ts';
import { job } from '#server/kernel/jobs.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { createLink } from '#server/modules/sales/buyerAccess/links.service.ts';
import { addFile } from '#server/modules/company/files/files.service.ts';
import { buyersOf } from '#server/modules/sales/buyers/buyers.service.ts';
import { findParties } from '#server/modules/sales/buyers/parties.service.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { signedPaper } from './signedPaper.service.ts';
import { signatures } from './signing.table.ts';

/** Sends a signer a copy of the signed pre-contract. */
export const SendCopy = { name: 'signing.copy', payload: z.object({ signatureId: z.number().int() }) };

const OWNER = 'firma';

const sendCopy = job({
  ...SendCopy,
  async run(ctx, { signatureId }) {
    const [event] = await ctx.db.select().from(signatures).where(eq(signatures.id, signatureId));
    // The lock makes a second run wait, and then it finds the copy already sent.
    if (!event || !(await lockSale(ctx.db, event.saleId))) return;
    const sent = await ctx.db.$count(
      files,
      and(eq(files.reference, OWNER), eq(files.referenceId, signatureId)),
    );
    if (sent > 0) return;
    const parties = await findParties(ctx, event.saleId);
    const signer = (await buyersOf(ctx.db, event.saleId)).find(({ id }) => id === event.buyerId);
    const to = signer?.email ?? parties?.email;
    if (!parties || !to) return;
    const { name, bytes } = await signedPaper(ctx, event.saleId);
    const stored = await ctx.files.receive(
      { field: 'archivo', name, stream: Readable.from([bytes]) },
      PAPER_FILE,
    );
    const owner = { reference: OWNER, referenceId: signatureId, sensitive: true };
    await ctx.mail.send(ctx, {
      kind: 'precontrato_firmado',
      to,
      attachmentId: await addFile(ctx, owner, stored),
      ...fill('precontrato_firmado', {
        cliente: signer?.name ?? parties.contact,
        codigo: parties.code,
        modelo: parties.model,
        proyecto: parties.project,
        enlace: await createLink(ctx, event.saleId, signer ? signer.id : undefined),
      }),
    });
  },
});

export const signingJobs = [sendCopy];
