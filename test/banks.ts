import { addDays } from '#contract/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Files } from '#server/kernel/files.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { documents, documentVersions } from '#server/modules/documents/documents.table.ts';
import { consents } from '#server/modules/sales/sales.table.ts';
import { makeSale, type SaleOptions } from './factories.ts';
import { makePicture } from './papers.ts';

/** Kinds of paper that every bank asks of somebody with an employer. */
const ASKED = [1, 2, 3, 4, 5, 6];

interface Papers {
  /** The tests' day. */
  today: string;
  files: Files;
  /** Last good day by kind; 90 days from today otherwise. */
  expires?: Readonly<Record<number, string>>;
  /** Kinds that it lacks. */
  without?: readonly number[];
  consented?: boolean;
}

/** A sale with its file complete for any bank: approved papers with their files, and both consents. */
export async function makeBankable(
  db: Db,
  { today, files: store, expires = {}, without = [], consented = true }: Papers,
  over: SaleOptions = {},
) {
  const sale = await makeSale(db, { stateId: 5, workSector: 'Privado', ...over });
  const at = new Date(`${today}T12:00:00Z`);
  for (const typeId of ASKED.filter((one) => !without.includes(one))) {
    const [paper] = await db
      .insert(documents)
      .values({
        saleId: sale.id,
        typeId,
        label: `Documento ${typeId}`,
        required: true,
        stateId: 4,
        issuedOn: addDays(today, -5),
        expiresOn: expires[typeId] ?? addDays(today, 90),
        createdAt: at,
      })
      .returning({ id: documents.id });
    const kept = await store.keep(
      await makePicture({ n: typeId, type: 'jpeg' }),
      `papel${typeId}.jpg`,
      'image/jpeg',
    );
    const [file] = await db
      .insert(files)
      .values({
        sha256: kept.sha256,
        mime: kept.mime,
        size: kept.size,
        name: kept.name,
        reference: 'documento',
        referenceId: paper!.id,
        createdAt: at,
      })
      .returning({ id: files.id });
    await db.insert(documentVersions).values({
      documentId: paper!.id,
      number: 1,
      fileId: file!.id,
      sha256: kept.sha256,
      uploadedAt: at,
      uploadedBy: 'client',
    });
  }
  if (consented)
    await db.insert(consents).values(
      ['datos', 'apc'].map((kind) => ({
        saleId: sale.id,
        kind,
        textVersion: '1',
        textHash: 'x',
        channel: 'web',
        ip: '127.0.0.1',
        userAgent: 'test',
        givenAt: at,
      })),
    );
  return sale;
}
