/** Income documents by sector (domain.md §1.1): ficha, talonario, carta de trabajo, and what replaces them. */
import type { Content, TableCell } from 'pdfmake/interfaces.js';
import {
  type Paper,
  type PaperPerson,
  amount,
  fileName,
  inWords,
  monthBefore,
  seedOf,
  shiftDays,
} from './person.ts';
import { pdf } from './render.ts';

/** Employee's deductions: CSS 9.75 %, seguro educativo 1.25 %; a rough income tax above 11,000 a year. */
function deductions(monthly: number): { css: number; education: number; tax: number; net: number } {
  const css = Math.round(monthly * 0.0975);
  const education = Math.round(monthly * 0.0125);
  const tax = Math.max(0, Math.round(((monthly * 13 - 1_100_000) * 0.15) / 13));
  return { css, education, tax, net: monthly - css - education - tax };
}

const GREEN = '#0f573a';
const head = (left: string, right: string, under: string): Content => ({
  table: {
    widths: ['*', 'auto'],
    body: [
      [
        {
          stack: [
            { text: left, bold: true, fontSize: 15, color: GREEN },
            { text: under, fontSize: 9, color: '#5b6761' },
          ],
        },
        { text: right, alignment: 'right', fontSize: 9, color: '#5b6761' },
      ],
    ],
  },
  layout: 'noBorders',
  margin: [0, 0, 0, 14],
});

const grid = (widths: (string | number)[], rows: TableCell[][]): Content => ({
  table: { widths, headerRows: 1, body: rows },
  layout: {
    hLineColor: () => '#c9d3cd',
    vLineColor: () => '#c9d3cd',
    fillColor: (row: number) => (row === 0 ? '#e3efe8' : null),
  },
  margin: [0, 6, 0, 14],
});

const right = (cents: number): TableCell => ({ text: amount(cents), alignment: 'right' });
const th = (words: string): TableCell => ({ text: words, bold: true });

const facts = (rows: [string, string][]): Content => ({
  table: {
    widths: [130, '*'],
    body: rows.map(([a, b]) => [
      { text: a, color: '#5b6761' },
      { text: b, bold: true },
    ]),
  },
  layout: 'noBorders',
  margin: [0, 0, 0, 12],
});

const who = (p: PaperPerson): [string, string][] => [
  ['Nombre', p.nombre],
  [p.tipo_documento === 'cedula' ? 'Cédula' : 'Pasaporte', p.cedula],
];

async function made(kind: string, person: PaperPerson, title: string, content: Content[]): Promise<Paper> {
  return { bytes: await pdf(title, content), mime: 'application/pdf', name: fileName(kind, person, 'pdf') };
}

/** Contributions of the last 12 months (ficha), or a tax return if self-employed, or proof of a pension. */
export async function socialSecuritySlip(person: PaperPerson, on: string): Promise<Paper> {
  const months = Array.from({ length: 12 }, (_, i) => monthBefore(on, 12 - i));
  const pay = person.salario_centavos;
  if (person.sector === 'Independiente') {
    const year = Number(on.slice(0, 4));
    const rows = [year - 2, year - 1].map((y, i): TableCell[] => {
      const income = Math.round(pay * 12 * (0.92 + i * 0.08));
      return [String(y), right(Math.round(income * 1.32)), right(Math.round(income * 0.32)), right(income)];
    });
    return made('declaracion-renta', person, 'Declaración de renta', [
      head('DECLARACIÓN JURADA DE RENTA', `Presentada el ${inWords(shiftDays(on, -45))}`, 'Persona natural · ejemplar ficticio'),
      facts([...who(person), ['Actividad', person.cargo], ['Nombre comercial', person.empresa]]),
      grid(['*', '*', '*', '*'], [[th('Período'), th('Ingresos B/.'), th('Costos y gastos B/.'), th('Renta neta B/.')], ...rows]),
      { text: 'Paz y salvo: sin saldos pendientes a la fecha.', italics: true },
    ]); // prettier-ignore
  }
  const retired = person.sector === 'Jubilado';
  return made(retired ? 'comprobante-pension' : 'ficha', person, retired ? 'Comprobante de pensión' : 'Ficha digital', [
    head('SEGURIDAD SOCIAL', `Generada el ${inWords(on)}`, retired ? 'Comprobante de pensión por vejez' : 'Ficha digital de cotizaciones'),
    facts([...who(person), [retired ? 'Pensionado desde' : 'Empleador', retired ? inWords(person.fecha_ingreso) : person.empresa], ['Nº de asegurado', String(seedOf(person.cedula)).padStart(10, '0').slice(0, 10)]]),
    grid(['*', '*', '*'], [[th('Mes'), th(retired ? 'Pensión B/.' : 'Salario reportado B/.'), th(retired ? 'Estado' : 'Cuota B/.')], ...months.map((m): TableCell[] => [m, right(pay), retired ? 'Pagada' : right(deductions(pay).css)])]),
    { text: `Documento generado para ${person.nombre}. Código de verificación ${(seedOf(person.nombre) % 9e7).toString(36).toUpperCase()}.`, fontSize: 9 },
  ]); // prettier-ignore
}

/** Two half-month pay slips, or six months of a bank statement if self-employed. */
export async function paySlip(person: PaperPerson, on: string): Promise<Paper> {
  const pay = person.salario_centavos;
  if (person.sector === 'Independiente') {
    const seed = seedOf(person.cedula);
    let balance = Math.round(pay * 1.4);
    const rows = Array.from({ length: 6 }, (_, i): TableCell[] => {
      const income = Math.round(pay * (0.85 + ((seed >> i) % 30) / 100));
      const out = Math.round(pay * (0.7 + ((seed >> (i + 3)) % 28) / 100));
      balance += income - out;
      return [monthBefore(on, 6 - i), right(income), right(out), right(balance)];
    });
    return made('estado-cuenta', person, 'Estado de cuenta', [
      head(person.banco.toUpperCase(), `Corte al ${inWords(on)}`, 'Estado de cuenta · ahorros'),
      facts([...who(person), ['Cuenta', `04-${String(seed % 90 + 10)}-${String(seed % 900000 + 100000)}`]]),
      grid(['*', '*', '*', '*'], [[th('Mes'), th('Depósitos B/.'), th('Retiros B/.'), th('Saldo B/.')], ...rows]),
    ]); // prettier-ignore
  }
  const retired = person.sector === 'Jubilado';
  const half = Math.round(pay / 2);
  const whole = retired ? { css: 0, education: 0, tax: 0 } : deductions(pay);
  const d = {
    css: Math.round(whole.css / 2),
    education: Math.round(whole.education / 2),
    tax: Math.round(whole.tax / 2),
  };
  const net = half - d.css - d.education - d.tax;
  const slip = (period: string): Content[] => [
    facts([...who(person), ['Cargo', retired ? 'Pensionado por vejez' : person.cargo], ['Período', period]]),
    grid(['*', 110, '*', 110], [
      [th('Ingresos'), th('B/.'), th('Deducciones'), th('B/.')],
      [retired ? 'Pensión' : 'Salario quincenal', right(half), 'Seguro social 9.75 %', right(d.css)],
      ['Otros', right(0), 'Seguro educativo 1.25 %', right(d.education)],
      ['', '', 'Impuesto sobre la renta', right(d.tax)],
      [th('Bruto'), right(half), th('Neto a recibir'), { ...(right(net) as object), bold: true } as TableCell],
    ]),
  ]; // prettier-ignore
  return made('talonario', person, 'Talonario de pago', [
    head(
      person.empresa.toUpperCase(),
      'Talonario de pago',
      person.sector === 'Público' ? 'Planilla institucional' : 'Planilla quincenal',
    ),
    ...slip(`1 al 15 de ${monthBefore(on, 1)}`),
    ...slip(`16 al 30 de ${monthBefore(on, 1)}`),
    { text: `Acreditado en ${person.banco}.`, fontSize: 9, color: '#5b6761' },
  ]);
}

/** Work letter (valid for 30 days), or an accountant's certificate, or a pension certificate. */
export async function workLetter(person: PaperPerson, on: string): Promise<Paper> {
  const since = inWords(person.fecha_ingreso);
  const pay = `B/. ${amount(person.salario_centavos)}`;
  const id = `${person.sexo === 'F' ? 'portadora' : 'portador'} de ${person.tipo_documento === 'cedula' ? 'la cédula' : 'el pasaporte'} ${person.cedula}`;
  const title = { Independiente: 'CERTIFICACIÓN DE INGRESOS', Jubilado: 'CERTIFICACIÓN DE PENSIÓN', Público: 'CARTA DE TRABAJO', Privado: 'CARTA DE TRABAJO' }[person.sector]; // prettier-ignore
  const body = {
    Independiente: `Como contador público autorizado certifico que ${person.nombre}, ${id}, ejerce como ${person.cargo.toLowerCase()} desde el ${since} y percibe un ingreso neto promedio de ${pay} mensuales, según sus registros y declaraciones.`,
    Jubilado: `Se certifica que ${person.nombre}, ${id}, recibe pensión por vejez desde el ${since}, por un monto mensual de ${pay}.`,
    Público: `Se hace constar que ${person.nombre}, ${id}, labora en esta institución desde el ${since}, en el cargo de ${person.cargo.toLowerCase()}, con estatus permanente y un salario mensual de ${pay}.`,
    Privado: `Se hace constar que ${person.nombre}, ${id}, labora en esta empresa desde el ${since}, en el cargo de ${person.cargo.toLowerCase()}, y devenga un salario mensual de ${pay}.`,
  }[person.sector];
  const d = deductions(person.salario_centavos);
  const sums: Content[] = person.sector === 'Público' || person.sector === 'Privado' ? [grid(['*', 130], [[th('Concepto'), th('B/. al mes')], ['Salario bruto', right(person.salario_centavos)], ['Seguro social', right(d.css)], ['Seguro educativo', right(d.education)], ['Impuesto sobre la renta', right(d.tax)], [th('Salario neto'), right(d.net)]])] : []; // prettier-ignore
  return made('carta-trabajo', person, title, [
    head(person.sector === 'Independiente' ? 'CONTADORES DEL ISTMO' : person.empresa.toUpperCase(), 'Ciudad de Panamá', 'Recursos Humanos · Tel. 300-0100'),
    { text: `Panamá, ${inWords(on)}`, alignment: 'right', margin: [0, 6, 0, 24] },
    { text: title, bold: true, fontSize: 13, alignment: 'center', margin: [0, 0, 0, 20] },
    { text: 'A QUIEN CONCIERNE:', bold: true, margin: [0, 0, 0, 12] },
    { text: body, alignment: 'justify', lineHeight: 1.5, margin: [0, 0, 0, 14] },
    ...sums,
    { text: 'Se extiende a solicitud de la persona interesada, para trámite de vivienda.', margin: [0, 6, 0, 60] },
    { text: '_______________________________' },
    { text: person.sector === 'Independiente' ? 'CPA idóneo Nº 0000 (ficticio)' : 'Jefatura de Recursos Humanos', bold: true },
  ]); // prettier-ignore
}
