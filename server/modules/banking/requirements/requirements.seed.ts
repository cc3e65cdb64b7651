import type { Db } from '#server/kernel/db.ts';
import { bankRequirements } from './requirements.table.ts';

type Row = typeof bankRequirements.$inferInsert;
const SINCE = '2020-01-01';

const rule = (typeId: number, position: number, more: Partial<Row> = {}): Row => ({
  typeId,
  position,
  validFrom: SINCE,
  createdAt: new Date(`${SINCE}T00:00:00Z`),
  ...more,
});
const income = (sector: string, [ficha, talonario, carta]: readonly [string, string, string]) => [
  rule(3, 40, { workSector: sector, label: ficha }),
  rule(4, 50, { workSector: sector, label: talonario }),
  rule(5, 60, { workSector: sector, label: carta }),
];

/** What every bank asks (domain.md §1.1), to be edited in the office, where each bank gets what it asks beside. Types: documents.seed.ts. */
const REQUIREMENTS: Row[] = [
  rule(12, 10, { required: false, label: 'Solicitud del banco firmada' }),
  rule(10, 20, { label: 'Autorización para consultar la APC' }),
  rule(1, 30, { nationality: 'nacional', label: 'Cédula (frente)' }),
  rule(1, 30, { nationality: 'extranjero', label: 'Pasaporte o cédula de extranjero' }),
  rule(2, 31, { nationality: 'nacional', label: 'Cédula (reverso)' }),
  rule(28, 32, { nationality: 'extranjero', label: 'Carné de residente' }),
  ...['Público', 'Privado'].flatMap((sector) =>
    income(sector, ['Última ficha de la CSS', 'Último talonario', 'Carta de trabajo']),
  ),
  ...income('Independiente', [
    'Declaración de renta de 2 años con paz y salvo',
    'Estados de cuenta de 6 meses',
    'Certificación de ingresos por CPA y aviso de operación',
  ]),
  ...income('Jubilado', [
    'Comprobante de pensión o ficha de jubilado',
    'Talonario de jubilación',
    'Certificación de pensión',
  ]),
  rule(6, 70, { label: 'Recibo de luz o agua' }),
  rule(11, 80, { required: false }),
  rule(13, 90, { required: false }),
  rule(14, 100, { required: false }),
  rule(15, 110, { required: false }),
  rule(16, 120, { required: false }),
  rule(22, 130, { required: false, label: 'Promesa de compraventa firmada' }),
];

/** On an empty table only: what was edited stays. */
export async function seedBankRequirements(db: Db): Promise<void> {
  if ((await db.$count(bankRequirements)) > 0) return;
  await db.insert(bankRequirements).values(REQUIREMENTS);
}
