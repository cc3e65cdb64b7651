import { papersKnown } from './known.ts';
import { asc, eq, sql, type SQL } from 'drizzle-orm';
import {
  addPaper,
  changePaperStatus,
  listPapers,
  listPaperTypes,
  uploadPaper,
} from '#contract/sales/documents/endpoints.ts';
import { DOCUMENT } from '#contract/sales/documents/rules.ts';
import { MESSAGES } from '#contract/errors.ts';
import type { Permission } from '#contract/access.ts';
import { announce } from '#server/kernel/changes.ts';
import type { Context } from '#server/kernel/context.ts';
import { invalid, notFound } from '#server/kernel/errors.ts';
import type { Module } from '#server/kernel/core.ts';
import { files } from '#server/kernel/kernel.table.ts';
import { route } from '#server/kernel/route.ts';
import { papersChanged } from './papersChanged.service.ts';
import { saleInReach } from '#server/modules/sales/sale/sales.scope.ts';
import { lockSale } from '#server/modules/sales/sale/states.service.ts';
import { expirePapers } from './documents.jobs.ts';
import { paperNow, papersOf } from './documents.present.ts';
import { findPaper } from './documents.queries.ts';
import { attachPaper, changePaper } from './documents.service.ts';
import { documents, documentTypes } from './documents.table.ts';

export const documentsModule: Module = {
  name: 'documents',
  jobs: [expirePapers],
  knows: { precontrato: papersKnown },
  records: { documento: async (ctx, id) => (await paperInReach(ctx, id, 'documentos.ver')) !== null },
  recordFiles: {
    documento: async (ctx, id) => {
      const paper = await paperInReach(ctx, id, 'documentos.ver');
      return paper && filesOfPapers(ctx, paper.paper.saleId, sql`d.id = ${id}`);
    },
    precontrato: async (ctx, id) =>
      (await saleInReach(ctx, 'documentos.ver', id)) ? filesOfPapers(ctx, id, sql`d.sale_id = ${id}`) : null,
  },
  routes(app) {
    route(app, listPapers, async (ctx, { params }) => {
      const data = await papersOf(ctx, params.id);
      if (!data) throw notFound();
      return { data };
    });
    route(app, listPaperTypes, async (ctx) => ({
      data: await ctx.db
        .select({ id: documentTypes.id, label: documentTypes.label })
        .from(documentTypes)
        .orderBy(asc(documentTypes.position)),
    }));
    route(app, changePaperStatus, async (ctx, { params, body }) => {
      const permission = ctx.staff?.grants.has('documentos.aprobar') ? 'documentos.aprobar' : 'legal.editar';
      const { paper } = await reachPaper(ctx, params.id, permission);
      await changePaper(ctx, paper.id, body.params);
      return presentOne(ctx, paper);
    });
    route(app, uploadPaper, async (ctx, { params }) => {
      const { paper, type } = await reachPaper(ctx, params.id, 'documentos.crear');
      const [upload] = ctx.uploads.get('archivo') ?? [];
      if (!upload)
        throw invalid(
          [{ field: 'archivo', message: 'Por favor, especifique la ruta al archivo a cargar!' }],
          MESSAGES.INVALID,
        );
      await attachPaper(ctx, { saleId: paper.saleId, type: type.name, position: paper.position, upload });
      return presentOne(ctx, paper);
    });
    route(app, addPaper, async (ctx, { params, body }) => {
      if (!(await saleInReach(ctx, 'documentos.crear', params.id))) throw notFound();
      return presentOne(ctx, { id: await addSlot(ctx, params.id, body), saleId: params.id });
    });
  },
};

/**
 * Condition for the files of these documents of a sale. Income documents need their own permission
 * (`documents.present`).
 */
async function filesOfPapers(ctx: Context, saleId: number, which: SQL): Promise<SQL> {
  const income = await saleInReach(ctx, 'documentos.ingresos', saleId);
  return sql`${files.id} in (select v.file_id from document_versions v join documents d on d.id = v.document_id
    join document_types t on t.id = d.type_id where ${which} and (t.privacy <> 'ingresos' or ${income}))`;
}

async function paperInReach(ctx: Context, id: number, permission: Permission) {
  const found = await findPaper(ctx.db, id);
  return found && (await saleInReach(ctx, permission, found.paper.saleId)) ? found : null;
}

async function reachPaper(ctx: Context, id: number, permission: Permission) {
  const found = await paperInReach(ctx, id, permission);
  if (!found) throw notFound();
  return found;
}

const presentOne = async (ctx: Context, { id, saleId }: { id: number; saleId: number }) => ({
  data: await paperNow(ctx, saleId, id),
});

/** Adds a slot of a type; a second one of the same type gets the next position. */
async function addSlot(
  ctx: Context,
  saleId: number,
  { type_id, label }: { type_id: number; label: string },
): Promise<number> {
  const sale = await lockSale(ctx.db, saleId);
  const [type] = await ctx.db.select().from(documentTypes).where(eq(documentTypes.id, type_id));
  if (!sale || !type) throw invalid([{ field: 'type_id', message: 'Elige una de las opciones.' }]);
  const position = sql<number>`(select coalesce(max(position), -1) + 1 from documents where sale_id = ${saleId} and type_id = ${type_id})`;
  const [made] = await ctx.db
    .insert(documents)
    .values({
      saleId,
      typeId: type_id,
      position,
      label,
      required: true,
      stateId: DOCUMENT.pending,
      createdAt: ctx.now,
    })
    .returning({ id: documents.id });
  await announce(ctx, {
    record: 'documento',
    id: made!.id,
    from: null,
    to: DOCUMENT.pending,
    of: ['precontrato', saleId],
  });
  await papersChanged(ctx, sale);
  return made!.id;
}
