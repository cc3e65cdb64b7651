import { and, asc, eq, inArray, notInArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '#contract/dates.ts';
import { moneyText } from '#contract/money.ts';
import type { BankDataForm } from '#contract/banking/bankData/bankData.model.ts';
import { SALE } from '#contract/sales/sale/rules.ts';
import type { Context } from '#server/kernel/context.ts';
import type { Db } from '#server/kernel/db.ts';
import { sendBankData } from '#server/modules/banking/bankData/bankData.service.ts';
import { changePageState } from '#server/modules/banking/bankData/bankData.states.ts';
import { bankProfiles } from '#server/modules/banking/bankData/bankData.table.ts';
import { sales } from '#server/modules/sales/sale/sales.table.ts';
import { consents } from '#server/modules/sales/consents/consents.table.ts';
import { contextAt } from './actors.ts';

type Page = Partial<BankDataForm>;

const HOMES = [
  ['Panamá Oeste', 'Arraiján', 'Vista Alegre', 'Barriada Nuevo Emperador, calle 4, casa 12'],
  ['Panamá Oeste', 'La Chorrera', 'Barrio Balboa', 'Avenida Las Américas, edificio Rosa, apto. 3B'],
  ['Coclé', 'Penonomé', 'Penonomé', 'Vía Sonadora, casa 45'],
  ['Panamá', 'San Miguelito', 'Rufina Alfaro', 'Urbanización San Antonio, calle F, casa 210'],
] as const;
const WORK = [
  ['Ministerio de Educación', 'Docente', '2012-03-05', 168_500],
  ['Supermercado La Estrella, S.A.', 'Supervisora de caja', '2018-07-16', 124_000],
  ['Clínica San Lucas', 'Enfermera', '2016-02-01', 152_075],
  ['Transporte Cerro Azul, S.A.', 'Contador', '2020-10-12', 193_000],
] as const;

/** Pages 1 to 5 as the buyer number `n` typed them. */
function pagesOf(n: number): Page[] {
  const [provincia, distrito, corregimiento, direccion] = HOMES[n % HOMES.length]!;
  const [empresa, ocupacion, fecha_ingreso, salary] = WORK[n % WORK.length]!;
  const married = n % 3 === 0;
  return [
    {
      email: `comprador.${n + 1}@correo.demo`,
      fecha_nacimiento: `19${84 + (n % 10)}-0${1 + (n % 9)}-1${n % 9}`,
      nacionalidad: 'Panameña',
      sexo: n % 2 === 0 ? 'Femenino' : 'Masculino',
      estado_civil: married ? 'Casado(a)' : 'Soltero(a)',
      ...(married && { separacion_bienes: 'No' }),
      dependientes: String(n % 4),
      provincia,
      distrito,
      corregimiento,
      direccion,
      tipo_vivienda: n % 2 === 0 ? 'Alquilada' : 'De un familiar',
      anos_residencia: String(2 + n),
    },
    {
      empresa,
      ocupacion,
      fecha_ingreso,
      telefono_trabajo: '212-3456',
      salario_mensual: moneyText(salary),
      descuentos_mensuales: moneyText(Math.round(salary * 0.11)),
      ...(n % 2 === 1 && { otros_ingresos: '250.00', origen_otros_ingresos: 'Alquiler de un local' }),
    },
    {
      deudas: [
        {
          acreedor: 'Banco General',
          tipo: 'Tarjeta de crédito',
          numero: `4${n}78`,
          saldo: '1,240.00',
          cuota: '62.00',
        },
        {
          acreedor: 'Financiera Pacífico',
          tipo: 'Préstamo personal',
          numero: '',
          saldo: '3,800.00',
          cuota: '145.50',
        },
      ],
      referencias: [
        { nombre: 'Marisol Quintero', relacion: 'Amiga', celular: '6677-1020' },
        { nombre: 'Efraín Batista', relacion: 'Compañero', celular: '6455-8890' },
      ],
      banco_cuenta: 'Caja de Ahorros',
      tipo_cuenta: 'Ahorros',
    },
    married
      ? {
          codeudor: 'Sí',
          codeudor_nombre: 'Rogelio Sánchez',
          codeudor_tipo_documento: 'cedula',
          codeudor_cedula: '8-745-1203',
          codeudor_parentesco: 'Cónyuge',
          codeudor_nacimiento: '1986-05-22',
          codeudor_celular: '6233-4411',
          codeudor_sector: 'Privado',
          codeudor_empresa: 'Constructora del Istmo, S.A.',
          codeudor_ocupacion: 'Capataz',
          codeudor_salario: '980.00',
          codeudor_cuotas: '85.00',
          codeudor_autoriza: '1',
        }
      : { codeudor: 'No' },
    { uso_vivienda: 'Vivienda principal', primera_vivienda: 'Sí', seguros: 'Con el banco' },
  ];
}

/** Progress of each demo sale: pages filled, sent, pages verified. */
const STORIES = [
  { pages: 5, sent: true, verified: [1, 2, 3, 4, 5] },
  { pages: 5, sent: true, verified: [1, 2] },
  { pages: 5, sent: true, verified: [] },
  { pages: 2, sent: false, verified: [] },
] as const;

/** The bank data of some sales, filled in by their buyers and verified by the coordinator. */
export async function makeBankData(
  app: FastifyInstance,
  db: Db,
  staff: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const found = await db
    .select({ id: sales.id })
    .from(sales)
    .innerJoin(consents, and(eq(consents.saleId, sales.id), eq(consents.kind, 'datos')))
    .where(
      and(
        eq(sales.paymentForm, 'hipoteca'),
        inArray(sales.stateId, [SALE.complete, SALE.inReview, 6, 8]),
        notInArray(sales.id, db.select({ id: bankProfiles.saleId }).from(bankProfiles)),
      ),
    )
    .orderBy(asc(sales.stateId), asc(sales.id))
    .limit(STORIES.length);
  for (const [n, { id }] of found.entries()) {
    const story = STORIES[n]!;
    const buyer = (hoursAgo: number): Context => {
      const ctx = contextAt(app, db, staff, new Date(now.getTime() - hoursAgo * HOUR_MS), 'customer');
      // As if the buyer had entered a code.
      const verifiedUntil = new Map([[id, new Date(ctx.now.getTime() + HOUR_MS)]]);
      return { ...ctx, client: ctx.client && { ...ctx.client, saleIds: [id], verifiedUntil } };
    };
    const codigo = String(id);
    for (const [at, page] of pagesOf(n).slice(0, story.pages).entries())
      await sendBankData(buyer(50 - 2 * n - at), { codigo, pagina: (at + 1) as 1, ...page });
    if (story.sent) await sendBankData(buyer(40 - 2 * n), { codigo, pagina: 6, declaracion: '1' });
    const processor = contextAt(app, db, staff, new Date(now.getTime() - (20 - n) * HOUR_MS), {
      signIn: 'coordinador',
      role: 'coordinador',
    });
    for (const pagina of story.verified)
      await changePageState(processor, { codigo, pagina, accion: 'verificar', body: {} });
  }
}
