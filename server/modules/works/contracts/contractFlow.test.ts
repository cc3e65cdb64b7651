import { and, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { notices } from '#server/modules/company/notifications/notifications.table.ts';
import { jobs } from '#server/modules/works/jobs/jobs.table.ts';
import { useApp, type Browser } from '#test/app.ts';
import {
  manager,
  boss,
  boss2,
  lawyer,
  accountant,
  project,
  techos,
  homes,
  draw,
  signed,
  bond,
  jobsOf,
  approve,
  one,
  reason,
  url,
  move,
  makeParties,
  nextNumber,
} from '#test/contracts.ts';
import { signInAs } from '#test/signIn.ts';
import { contractsNight } from './contracts.jobs.ts';

const llave = useApp();
const db = () => llave.database.db;
beforeAll(() => makeParties(llave));

describe('the states of a contract', () => {
  test('from draft to settled: each step by who may, its jobs add up to each house', async () => {
    const made = await draw();
    expect(made.activities.reduce((all, { weight_bp }) => all + weight_bp, 0)).toBe(10_000);
    expect(made.houses.map(({ amount_centavos }) => amount_centavos)).toEqual([2_000_000, 2_000_000]);
    expect(made.transitions.map(({ estado_id }) => estado_id)).toContain(2);
    const inReview = one(await move(manager, made.id, 2));
    expect(inReview.state).toEqual({ id: 2, name: 'En revisión' });
    expect(reason(await move(manager, made.id, 3))).toBe(
      'Quien hizo el contrato no puede aprobarlo: pídelo a otra persona.',
    );
    expect((await move(lawyer, made.id, 3)).statusCode).toBe(403);
    expect(reason(await move(boss, made.id, 5))).toBe(
      'Desde el estado actual no se puede pasar a ese estado.',
    );
    one(await move(boss, made.id, 3));
    expect((await move(boss, made.id, 4)).statusCode).toBe(403);
    const inForce = one(await move(lawyer, made.id, 4, { fecha: '2026-11-19' }));
    expect(inForce).toMatchObject({ state: { id: 5 }, signed_on: '2026-11-19' });
    const made2 = await jobsOf(made.id);
    expect(made2).toHaveLength(30);
    expect(made2.reduce((all, { amountCents }) => all + amountCents, 0)).toBe(4_000_000);

    expect(reason(await move(manager, made.id, 6))).toBe('Escribe el motivo.');
    one(await move(manager, made.id, 6, { motivo: 'Lluvia' }));
    one(await move(manager, made.id, 5));
    expect(reason(await move(manager, made.id, 7))).toBe('Faltan por aprobar al 100 % 30 de 30 trabajos.');
    await approve(made.id, 10_000);
    one(await move(manager, made.id, 7));
    expect(reason(await move(manager, made.id, 8, { fecha: '2026-11-01' }))).toContain('antes de la firma');
    const accepted = one(await move(manager, made.id, 8));
    expect(accepted.accepted_on).not.toBeNull();
    expect((await move(manager, made.id, 9)).statusCode).toBe(403);
    const settled = one(await move(accountant, made.id, 9));
    expect(settled).toMatchObject({
      state: { id: 9 },
      transitions: [],
      money: { committed: 4_000_000, certified: 4_000_000, paid: 0, owed: 4_000_000 },
    });
    expect(settled.history.map(({ to }) => to)).toContain('Liquidado');
    expect((await jobsOf(made.id)).every(({ inForce: held }) => !held)).toBe(true);
  });

  test('what is incomplete is not sent to review, and says why', async () => {
    const empty = await draw({ amount_centavos: null, house_ids: [] });
    expect(reason(await move(manager, empty.id, 2))).toBe('Falta el monto del contrato.');
    const bare = await draw({ house_ids: [] });
    expect(reason(await move(manager, bare.id, 2))).toBe('Faltan las viviendas del contrato.');
    const items = await draw({ type_id: 2, house_ids: [] });
    expect(reason(await move(manager, items.id, 2))).toBe('Faltan las partidas del contrato.');
  });

  test('above the limit only who approves everywhere approves; a returned contract is a draft again', async () => {
    const made = await draw({ amount_centavos: 30_000_000 });
    const neighbour = await signInAs(llave, { role: 'proyectos', projectIds: [project.id] });
    await move(manager, made.id, 2);
    expect(reason(await move(neighbour, made.id, 3))).toContain('El monto pasa de tu límite');
    expect(reason(await move(neighbour, made.id, 1))).toBe('Escribe el motivo.');
    one(await move(neighbour, made.id, 1, { motivo: 'Falta una casa' }));
    one(await move(manager, made.id, 2));
    expect(one(await move(boss, made.id, 3)).state.id).toBe(3);
  });

  test('of two approvals at once one counts, and of two people who send it too', async () => {
    const made = await draw();
    await move(manager, made.id, 2);
    const answers = await Promise.all([move(boss, made.id, 3), move(boss2, made.id, 3)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 422]);
    const stale = await move(lawyer, made.id, 4, { version: 1 });
    expect(stale.statusCode).toBe(409);
  });
});

describe('bonds, advance and force', () => {
  test('a signed contract is in force once its bonds and its advance are there', async () => {
    const made = await signed({ advance_percent: 20, performance_percent: 10 });
    expect(made.state.id).toBe(4);
    expect(made.missing).toHaveLength(3);
    const pay = (who: Browser = accountant) =>
      who.post(`${url(made.id)}/advance`, { paid_on: made.signed_on, reference: 'ACH 100200' });
    const stopped = await pay();
    expect(stopped.statusCode).toBe(409);
    expect(reason(stopped)).toContain('Falta la fianza de anticipo');
    expect((await pay(manager)).statusCode).toBe(403);
    expect(one(await bond(made.id, { kind: 'anticipo', amount_centavos: '800000' })).state.id).toBe(4);
    const number = `B-${nextNumber()}`;
    expect(one(await bond(made.id, { number, amount_centavos: '400000' })).missing).toHaveLength(1);
    const twice = await bond(made.id, { number, amount_centavos: '400000' });
    expect([twice.statusCode, reason(twice)]).toEqual([
      409,
      'Ya está guardada una fianza de esta aseguradora con ese número.',
    ]);
    const paid = await Promise.all([pay(), pay()]);
    expect(paid.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    const now = one(await manager.get(`/api/contracts/find/${made.id}`));
    expect(now).toMatchObject({ state: { id: 5 }, advance: { amount_centavos: 800_000 }, missing: [] });
    expect(now.money).toMatchObject({ paid: 800_000, certified: 0 });
  });

  test('papers and bonds that expired stop a payment; an expiring bond is told once per step and renewed', async () => {
    const made = await signed({ contractor_id: techos, advance_percent: 10 });
    const stops = one(await manager.get(`/api/contracts/find/${made.id}`)).payment_stops;
    expect(stops).toContain('Falta el documento del contratista: Paz y salvo de la CSS.');
    const kept = one(
      await bond(made.id, { kind: 'anticipo', ends_on: '2026-12-15', amount_centavos: '400000' }),
    );
    const told = () =>
      db().$count(notices, and(eq(notices.userId, manager.user.id), eq(notices.kind, 'fianza_por_vencer')));
    const night = () => llave.app.core.jobs.run(contractsNight, {});
    await night();
    await night();
    expect(await told()).toBe(1);
    llave.clock.advance(30 * 86_400);
    await night();
    expect(await told()).toBe(2);
    const expired = one(await manager.get(`/api/contracts/find/${made.id}`));
    expect(expired.guarantees[0]!.state).toBe('vencida');
    expect(expired.payment_stops.join(' ')).toContain('venció el 15-12-2026');
    const renewed = one(
      await bond(made.id, {
        kind: 'anticipo',
        replaces: String(kept.guarantees[0]!.id),
        starts_on: '2026-12-15',
        ends_on: '2027-12-15',
      }),
    );
    expect(renewed.payment_stops.join(' ')).not.toContain('venció');
    llave.clock.advance(-30 * 86_400);
  });

  test('an activity of a house is in one contract in force: the second waits, and of two at once one wins', async () => {
    const house_ids = await homes(1);
    const over = { house_ids };
    const waiting = await draw(over);
    const first = await signed(over);
    expect(first.state.id).toBe(5);
    await move(manager, waiting.id, 2);
    await move(boss, waiting.id, 3);
    const second = one(await move(lawyer, waiting.id, 4));
    expect(second.state.id).toBe(4);
    expect(second.missing[0]).toMatch(/^que otro contrato vigente deje Preliminares y replanteo de Casa/);

    const both = { house_ids: await homes(1) };
    const pair = [await draw(both), await draw(both)];
    for (const { id } of pair) {
      await move(manager, id, 2);
      await move(boss, id, 3);
    }
    await Promise.all(pair.map(({ id }) => move(lawyer, id, 4)));
    const held = await db()
      .select({ contract: jobs.contractId })
      .from(jobs)
      .where(and(eq(jobs.houseId, both.house_ids[0]!), jobs.inForce));
    expect(new Set(held.map(({ contract }) => contract)).size).toBe(1);
    expect(held).toHaveLength(15);
  });
});
