import fc from 'fast-check';
import { and, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '#server/modules/company/staff/staff.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import { deep } from '#test/deep.ts';
import { signInAs } from '#test/signIn.ts';
import { makeWorksite, NOW, one, refusal, url, type Worksite } from '#test/worksite.ts';
import { inspections, jobReports } from './jobReports.table.ts';
import { jobs } from './jobs.table.ts';

const llave = useApp();
let site: Worksite;
beforeAll(async () => {
  site = await makeWorksite(llave);
});

describe('an inspection', () => {
  test('needs every answer, or a reason with a photograph', async () => {
    const { id } = await site.programmed();
    const waiting = one(await site.report(site.contractor, id));
    const short = site.passing(waiting).respuestas.slice(1);
    expect(refusal(await site.inspect(site.inspector, id, { respuestas: short }))).toEqual([
      422,
      'Responde todas las preguntas de la lista.',
    ]);
    expect(refusal(await site.inspect(site.inspector, id, { respuestas: [...short, 'no'] }))[1]).toContain(
      '«No»',
    );
    expect(refusal(await site.refuse(site.inspector, id, { motivo: '' }))).toEqual([
      422,
      'Escribe el motivo.',
    ]);
    expect(refusal(await site.refuse(site.inspector, id, { fotos: [] }))).toEqual([
      422,
      'Adjunta al menos una fotografía.',
    ]);
    expect(refusal(await site.inspect(site.inspector, id, { porcentaje: '50' }))).toEqual([
      422,
      'Se reportó 40 %: aprueba eso o menos.',
    ]);
    expect(refusal(await site.inspect(site.inspector, id, { porcentaje: '30' }))).toEqual([
      422,
      'Escribe el motivo.',
    ]);
    expect(
      one(await site.inspect(site.inspector, id, { porcentaje: '30', motivo: 'Falta un muro' })),
    ).toMatchObject({
      approved_percent: 30,
    });
  });

  test('is never by who reported, nor by who builds', async () => {
    const { id } = await site.programmed();
    one(await site.report(site.admin, id));
    expect(refusal(await site.inspect(site.admin, id))).toEqual([
      422,
      'Lo reportaste tú: lo inspecciona otra persona.',
    ]);
    expect((await site.get(id, site.admin)).actions.inspect?.disabled).toBe(
      'Lo reportaste tú: lo inspecciona otra persona.',
    );
    expect((await site.inspect(site.contractor, id)).statusCode).toBe(403);
    const insider = await signInAs(llave, { role: 'inspector', projectIds: [site.project.id] });
    await site
      .db()
      .update(users)
      .set({ partnerId: site.roble, userTypeId: 2 })
      .where(eq(users.id, insider.user.id));
    expect(refusal(await site.inspect(insider, id))).toEqual([
      422,
      'Tu empresa lo construye: lo inspecciona otra persona.',
    ]);
    one(await site.inspect(site.inspector, id));
  });

  test('of two of one report, one wins', async () => {
    const { id } = await site.programmed();
    one(await site.report(site.contractor, id));
    const answers = await Promise.all([site.inspect(site.inspector, id), site.refuse(site.inspector2, id)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409]);
    expect(refusal(answers.find(({ statusCode }) => statusCode === 409)!)[1]).toBe(
      'Otra persona ya inspeccionó este reporte.',
    );
    expect(await site.db().$count(inspections, eq(inspections.jobId, id))).toBe(1);
  });

  test('answers the list in force; an older version is answered again', async () => {
    const { id } = await site.programmed();
    const { checklist, ...waiting } = one(await site.report(site.contractor, id));
    const save = (version: number, by: Browser = site.manager) =>
      by.patch(`/api/works/checklists/${checklist!.activity!.id}`, {
        preguntas: ['¿Está bien?', '¿Está limpio?'],
        version,
      });
    expect((await save(checklist!.version, site.contractor)).statusCode).toBe(403);
    const two = await Promise.all([save(checklist!.version), save(checklist!.version, site.admin)]);
    expect(two.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect(
      refusal(await site.inspector.form(`${url(id)}/inspections`, site.passing({ ...waiting, checklist }))),
    ).toEqual([409, 'La lista de inspección cambió: respóndela de nuevo.']);
    expect(
      one(await site.inspect(site.inspector, id)).inspections[0]!.checks.map(({ question }) => question),
    ).toEqual(['¿Está bien?', '¿Está limpio?']);
  });
});

describe('approved progress', () => {
  test('falls with a reason and a photograph, by somebody else than who reported it', async () => {
    const { id, houseId } = await site.programmed();
    one(await site.report(site.admin, id, { porcentaje: '100' }));
    one(await site.inspect(site.inspector, id));
    expect(refusal(await site.lower(site.admin, id))).toEqual([
      422,
      'Lo reportaste tú: lo inspecciona otra persona.',
    ]);
    expect(refusal(await site.lower(site.inspector, id, { motivo: '' }))).toEqual([
      422,
      'Escribe el motivo.',
    ]);
    expect(refusal(await site.lower(site.inspector, id, { fotos: [] }))).toEqual([
      422,
      'Adjunta al menos una fotografía.',
    ]);
    expect(refusal(await site.lower(site.inspector, id, { porcentaje: '100' }))).toEqual([
      422,
      'Está aprobado 100 %: escribe un avance menor.',
    ]);
    expect((await site.lower(site.manager, id)).statusCode).toBe(403);
    expect(one(await site.lower(site.inspector, id))).toMatchObject({
      state: { id: 3 },
      approved_percent: 20,
    });
    expect(await site.progressOf(houseId)).toBe(2.2);
    expect(await site.told(site.admin, 'trabajo_rechazado', id)).toBe(1);
  });

  test('does not fall in the database without an inspection that says why', async () => {
    const { id } = await site.programmed();
    one(await site.report(site.contractor, id));
    one(await site.inspect(site.inspector, id));
    await expect(site.db().update(jobs).set({ approvedBp: 1000 }).where(eq(jobs.id, id))).rejects.toThrow(
      'Failed query',
    );
    await expect(
      site
        .db()
        .insert(inspections)
        .values({
          jobId: id,
          reportId: (await site.get(id)).reports[0]!.id,
          key: crypto.randomUUID(),
          inspectorId: site.contractor.user.id,
          result: 'aprobado',
          beforeBp: 0,
          approvedBp: 4000,
          createdAt: NOW,
        }),
    ).rejects.toThrow('Failed query');
  });

  test('over random courses it equals the last inspection and never falls without a reason', async () => {
    const step = fc.record({
      act: fc.constantFrom('report', 'approve', 'less', 'refuse', 'lower'),
      percent: fc.integer({ min: 0, max: 100 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const { id, houseId } = await site.programmed();
        for (const { act, percent } of steps) {
          const porcentaje = String(percent);
          const [before] = await site.db().select().from(jobs).where(eq(jobs.id, id));
          const open = await site
            .db()
            .$count(jobReports, and(eq(jobReports.jobId, id), sql`outcome is null`));
          if (act === 'report') await site.report(site.contractor, id, { porcentaje });
          else if (act === 'lower') await site.lower(site.inspector, id, { porcentaje });
          else if (open > 0 && act === 'refuse') await site.refuse(site.inspector, id);
          else if (open > 0)
            await site.inspect(
              site.inspector,
              id,
              act === 'less' ? { porcentaje, motivo: 'Menos', fotos: site.photo() } : {},
            );
          const [after] = await site.db().select().from(jobs).where(eq(jobs.id, id));
          const judged = await site
            .db()
            .select()
            .from(inspections)
            .where(and(eq(inspections.jobId, id), sql`result <> 'rechazado'`))
            .orderBy(sql`id desc`)
            .limit(1);
          expect(after!.approvedBp).toBe(judged[0]?.approvedBp ?? 0);
          if (after!.approvedBp < before!.approvedBp) expect(judged[0]!.reason).toBeTruthy();
          expect(after!.certifiedCents).toBeLessThanOrEqual(after!.amountCents);
          expect(await site.progressOf(houseId)).toBeCloseTo((11 * after!.approvedBp) / 10_000, 2);
        }
      }),
      { numRuns: deep(3, 40) },
    );
  });
});
