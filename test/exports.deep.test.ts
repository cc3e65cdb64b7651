import Excel from 'exceljs';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isPermission, type Permission } from '#contract/access.ts';
import { urlOf, type EndpointSpec } from '#contract/endpoint.ts';
import { exportPath, isExportable, type ExportableList } from '#contract/company/exports/endpoints.ts';
import { type ExportFormat } from '#contract/company/exports/model.ts';
import { exportPermissions } from '#contract/exports.ts';
import { endpointsOf } from '#server/kernel/route.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { interestChanges } from '#server/modules/projects/interest/interest.table.ts';
import { lawyers } from '#server/modules/company/lawyers/lawyers.table.ts';
import { partners } from '#server/modules/company/partners/partners.table.ts';
import { START, useApp } from './app.ts';
import { makeHouse, makeLot, makeModel, makeSale } from './factories.ts';
import { signInAs, signInWith, type StaffBrowser } from './signIn.ts';

/** Exports every list that declares `exports`; `npm run test:deep` also reads each, in both formats. A new list is included automatically. */
const llave = useApp();
let administrator: StaffBrowser;
const lists = () => endpointsOf(llave.app).filter(isExportable);

/** A value for each required query parameter: the first of its enum, or the first record. */
function neededQuery({ query }: EndpointSpec): Record<string, string> {
  const given: Record<string, string> = {};
  for (const [key, schema] of Object.entries(query?.shape ?? {})) {
    if ((schema as z.ZodType).safeParse(undefined).success) continue;
    if (key.endsWith('_id')) {
      given[key] = '1';
      continue;
    }
    if (!(schema instanceof z.ZodEnum)) throw new Error(`Say here what ${key} may be`);
    given[key] = String(schema.options[0]);
  }
  return given;
}

function urlFor(spec: ExportableList, formato: ExportFormat): string {
  const params = Object.fromEntries(
    [...spec.path.matchAll(/:(\w+)/g)].map(([, name]) => [name!, name === 'name' ? 'bank_type' : 1]),
  );
  return urlOf({ path: exportPath(spec) }, { params, query: { ...neededQuery(spec), formato } });
}

/** The list is exported; `reads`: its file opens and has the columns. */
async function checkSheet(spec: ExportableList): Promise<void> {
  const sheet = await administrator.get(urlFor(spec, 'xlsx'));
  expect([spec.path, sheet.statusCode, sheet.statusCode === 200 || sheet.body]).toEqual([
    spec.path,
    200,
    true,
  ]);
  const book = new Excel.Workbook();
  await book.xlsx.load(sheet.rawPayload as never);
  const heads = (book.worksheets[0]!.getRow(1).values as string[]).slice(1);
  expect([spec.path, heads]).toEqual([spec.path, spec.exports.columns.map(({ title }) => title)]);
}

async function checkPaper(spec: ExportableList): Promise<void> {
  const paper = await administrator.get(urlFor(spec, 'pdf'));
  expect([spec.path, paper.statusCode, paper.headers['content-type']]).toEqual([
    spec.path,
    200,
    'application/pdf',
  ]);
  const { getDocument } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({ data: new Uint8Array(paper.rawPayload), verbosity: 0 });
  expect((await task.promise).numPages).toBeGreaterThan(0);
  await task.destroy();
}

beforeAll(async () => {
  const { db } = llave.database;
  administrator = await signInAs(llave, 'administrador');
  const model = await makeModel(db);
  const lot = await makeLot(db, { projectId: model.projectId });
  await makeHouse(db, { projectId: model.projectId, modelId: model.id });
  await makeSale(db, { projectId: model.projectId, lotId: lot.id, separation: 1, papers: [4, 1] });
  const made = await db
    .insert(partners)
    .values(
      ['contratista', 'contratante'].map((kind) => ({
        kind,
        name: `Un ${kind}`,
        ruc: '155612345-2-2015',
        rucKey: '155612345-2-2015',
        dv: '12',
        createdAt: START,
      })),
    )
    .returning({ id: partners.id });
  await db.insert(contracts).values({
    projectId: model.projectId,
    typeId: 1,
    name: 'Obra gris',
    reference: 'C-1',
    contractorId: made[0]!.id,
    contractingPartyId: made[1]!.id,
    amountCents: 1_000_000,
    startsOn: '2026-01-05',
    endsOn: '2026-11-30',
    createdAt: START,
  });
  await db.insert(interestChanges).values({
    effectiveOn: '2026-01-01',
    reason: 'Ley 468 de 2025',
    byId: administrator.user.id,
    at: START,
  });
  await db.insert(lawyers).values({ fullName: 'Una abogada', createdAt: START });
});

describe('every exportable list', () => {
  test('opens as Excel and as PDF, with its column titles', async () => {
    expect(lists().length).toBeGreaterThan(12);
    for (const spec of lists()) {
      await checkSheet(spec);
      await checkPaper(spec);
    }
  });

  test('answers 403 to a user who may see the list but not export it', async () => {
    const seen = [...new Set(lists().flatMap(({ access }) => [access].flat()))].filter(
      (way): way is Permission => isPermission(way),
    );
    // One reader for all lists that the same permissions export.
    const readers = new Map<string, StaffBrowser>();
    for (const spec of lists()) {
      const exporting = exportPermissions(spec.exports);
      const name = exporting.toSorted().join();
      const grants = seen
        .filter((permission) => !exporting.includes(permission))
        .map((permission) => ({ permission, scope: 'todo' as const }));
      const reader = readers.get(name) ?? (await signInWith(llave, grants));
      readers.set(name, reader);
      const answer = await reader.get(urlFor(spec, 'xlsx'));
      expect([spec.path, answer.statusCode]).toEqual([spec.path, 403]);
      expect([spec.path, (await llave.browser().get(urlFor(spec, 'xlsx'))).statusCode]).toEqual([
        spec.path,
        401,
      ]);
    }
  });
});
