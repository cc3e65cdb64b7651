import { eq } from 'drizzle-orm';
import { CHARGE } from '#contract/care/warranty/charges.ts';
import { panamaDay } from '#contract/dates.ts';
import { PERMIT } from '#contract/works/permits/rules.ts';
import type { CountRow } from '#contract/works/stock/model.ts';
import { projects } from '#server/modules/projects/projects/projects.table.ts';
import { contracts } from '#server/modules/works/contracts/construction.table.ts';
import { at, measure, step } from '../accounts.ts';
import * as parties from '../contracts.ts';
import { makeProject } from '../factories.ts';
import { DAY, makeMaterialSite, ORDERS, STOCK } from '../materials.ts';
import { serial } from '../serial.ts';
import { signInAs, type StaffBrowser } from '../signIn.ts';
import { drawn, taken, type Base, type Move } from './course.ts';

const numbered = serial();
type Answer = Awaited<ReturnType<StaffBrowser['get']>>;
const idIn = (answer: Answer) =>
  taken(answer) ? answer.json<{ data: { id: number } }>().data.id : undefined;

/** What is built: contracts with advance and retention, their accounts, permits, materials, repairs charged to the contractor. */
export async function workMoves(base: Base): Promise<Move[]> {
  const { llave, companyId, next, from } = base;
  const { db } = llave.database;
  await parties.makeParties(llave);
  const { accountant, boss, contractor, manager, project } = parties;
  const inCompany = (id: number, promoterId = companyId) =>
    db.update(projects).set({ promoterId }).where(eq(projects.id, id));
  await inCompany(project.id);
  const office = await signInAs(llave, 'permisos');

  const paid = () => ({
    fecha: panamaDay(llave.clock.now()),
    banco: 'Banco General',
    referencia: `ACH ${numbered()}`,
  });

  const inForce: { id: number; bp: number }[] = [];
  const owed: number[] = [];
  async function contract() {
    const made = await parties.signed({ advance_percent: 20, contracting_party_id: companyId });
    await parties.bond(made.id, { kind: 'anticipo', amount_centavos: '800000' });
    const advance = { paid_on: made.signed_on, reference: `ACH ${numbered()}`, bank_account_id: from() };
    taken(await accountant.post(`${parties.url(made.id)}/advance`, advance));
    const one = { id: made.id, bp: 0 };
    inForce.push(one);
    return one;
  }
  const some = async () => inForce[next(inForce.length)] ?? (await contract());

  /** A measurement with now and then a fine, approved by contractor and company; sometimes paid, sometimes reversed after it. */
  async function account() {
    const one = await some();
    one.bp = Math.min(one.bp + 500 + next(2500), 10_000);
    await parties.approve(one.id, one.bp);
    const id = idIn(await measure(one.id));
    if (id === undefined) return;
    if (next(2) === 0)
      taken(
        await manager.post(`${at(id)}/deductions`, {
          kind: ['multa', 'prestamo', 'otro'][next(3)],
          reason: 'Atraso',
          paper: `M-${numbered()}`,
          amount_centavos: 1 + next(5000),
        }),
      );
    taken(await step(manager, id, 2));
    taken(await step(contractor, id, 3));
    if (taken(await step(boss, id, 4))) owed.push(id);
  }
  async function settle() {
    const id = drawn(owed, next);
    if (id === undefined) return;
    if (!taken(await step(accountant, id, 5, { ...paid(), cuenta_id: from() }))) return;
    if (next(3) === 0) taken(await step(accountant, id, 6, { motivo: 'Se midió mal' }));
  }
  /** After the reception half of the retention goes back; repairs are taken from it. */
  async function retention() {
    const { id } = await some();
    if (next(2) === 0) {
      await db.update(contracts).set({ stateId: 7 }).where(eq(contracts.id, id));
      const { fecha: paid_on, banco: bank, referencia: reference } = paid();
      taken(
        await accountant.post(`/api/contracts/${id}/retention/return`, {
          paid_on,
          bank,
          reference,
          bank_account_id: from(),
        }),
      );
      await db.update(contracts).set({ stateId: 4 }).where(eq(contracts.id, id));
      return;
    }
    const charge = { amount_centavos: 1 + next(20_000), reason: 'Filtración', paper: `T-${numbered()}` };
    taken(await accountant.post(`/api/contracts/${id}/retention/charge`, charge));
  }
  /** Larger than what is retained now and then: the contractor owes the rest, and pays it. */
  async function charge() {
    const { id: contrato_id } = await some();
    const asked = await manager.post('/api/care/charges', {
      contrato_id,
      monto_centavos: 1000 + next(400_000),
      documento: `FAC-${numbered()}`,
      motivo: 'Se reparó la ducha de la casa',
    });
    const id = idIn(asked);
    const decide = (estado_id: number, params: object = {}) =>
      accountant.patch(`/api/care/charges/${id}/status`, { params: { estado_id, ...params } });
    if (id === undefined || !taken(await decide(CHARGE.approved))) return;
    if (next(2) === 0) taken(await decide(CHARGE.collected, { ...paid(), cuenta_id: from() }));
  }
  async function permit() {
    const asked = await office.post('/api/permission/detalles_plano', {
      entidad: 'MIVIOT',
      costo: 100 + next(90_000),
      ...(next(2) === 0
        ? { proyecto_id: (await siteOf()).id, tipo_id: 1 }
        : { vivienda_id: (await parties.homes(1))[0], tipo_id: 18 }),
    });
    const id = idIn(asked);
    if (id === undefined) return;
    const entered = { params: { estado_id: PERMIT.entered } };
    taken(await office.patch(`/api/permission/detalles_plano/${id}/estado`, entered));
    const corrected = { entidad: 'MIVIOT', costo: 100 + next(90_000), ingreso: DAY };
    if (next(2) === 0) taken(await office.patch(`/api/permission/detalles_plano/${id}`, corrected));
  }
  /** A project of its own: it has each permit once. */
  const siteOf = () => makeProject(db, { promoterId: companyId });

  return [
    { name: 'sign a contract', of: ['contrato'], run: contract },
    { name: 'approve an account', of: ['cuenta_obra'], run: account },
    { name: 'approve another account', of: ['cuenta_obra'], run: account },
    { name: 'pay or reverse an account', of: ['cuenta_obra'], run: settle },
    { name: 'return or charge a retention', of: ['contrato'], run: retention },
    { name: 'charge a repair', of: ['cargo_garantia', 'contrato'], run: charge },
    { name: 'present a permit', of: ['permiso'], run: permit },
    ...(await materialMoves(base)),
  ];
}

/** Materials of two sites of one company: received, returned, given, brought back, moved, counted. */
async function materialMoves({ llave, companyId, next }: Base): Promise<Move[]> {
  const { db } = llave.database;
  const site = await makeMaterialSite(llave);
  const { blocks, cement, project, houseId, boss, manager, resident, receive, issue } = site;
  await db.update(projects).set({ promoterId: companyId }).where(eq(projects.id, project.id));
  const other = await makeProject(db, { promoterId: companyId });
  const far = await signInAs(llave, { role: 'residente', projectIds: [project.id, other.id] });
  const stock = async () => {
    const order = await site.ordered([blocks, cement][next(2)], 50, 900 + next(200));
    taken(await receive(resident, order, [20 + next(30)]));
    return order;
  };
  const some = () => ({ material_id: [blocks, cement][next(2)]!, quantity: 1 + next(9) });
  const moved = (more: object = {}) => ({
    clave: crypto.randomUUID(),
    project_id: project.id,
    moved_on: DAY,
    paper: `P-${numbered()}`,
    lines: [some()],
    ...more,
  });
  async function sendBack() {
    const order = await stock();
    taken(
      await resident.post(`${ORDERS}/${order.id}/returns`, {
        clave: crypto.randomUUID(),
        returned_on: DAY,
        paper: `DV-${numbered()}`,
        reason: 'Llegó mojado',
        lines: [{ line_id: order.lines[0]!.id, quantity: 1 + next(5) }],
      }),
    );
  }
  async function count() {
    const counted = await manager.post(`${STOCK}/counts`, {
      clave: crypto.randomUUID(),
      project_id: project.id,
      material_id: [blocks, cement][next(2)],
      counted: next(60),
      reason: 'Inventario del mes',
    });
    if (!taken(counted)) return;
    const { id } = counted.json<{ data: CountRow }>().data;
    taken(
      await boss.post(`${STOCK}/counts/${id}/decide`, { approve: next(3) > 0, note: 'Se contó dos veces' }),
    );
  }
  return [
    { name: 'receive materials', of: ['existencia'], run: stock },
    { name: 'give materials to a house', of: ['existencia'], run: async () => taken(await issue([some()])) },
    {
      name: 'bring materials back',
      of: ['existencia'],
      run: async () => taken(await resident.post(`${STOCK}/house_returns`, moved({ house_id: houseId }))),
    },
    {
      name: 'move materials to another site',
      of: ['existencia'],
      run: async () => taken(await far.post(`${STOCK}/transfers`, moved({ to_project_id: other.id }))),
    },
    { name: 'send materials back', of: ['existencia'], run: sendBack },
    { name: 'count materials', of: ['existencia'], run: count },
  ];
}
