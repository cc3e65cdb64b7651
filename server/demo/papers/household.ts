/** An electricity bill as proof of address. */
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

export async function electricityBill(person: PaperPerson, on: string): Promise<Paper> {
  const seed = seedOf(person.direccion + person.cedula);
  const use = Array.from({ length: 6 }, (_, i) => 150 + ((seed >> (i * 2)) % 190));
  const cents = Math.round(use[5]! * 17.6) + 240;
  const high = Math.max(...use);
  const bars = use.map((kwh, i) => {
    const h = (kwh / high) * 62;
    return `<rect x="${i * 44 + 8}" y="${(74 - h).toFixed(1)}" width="26" height="${h.toFixed(1)}" fill="${i === 5 ? '#d98a1f' : '#9fc7b1'}"/><text x="${i * 44 + 21}" y="86" font-size="7" text-anchor="middle" font-family="Helvetica">${monthBefore(on, 5 - i).slice(0, 3)}</text>`;
  });
  const row = (label: string, value: string): TableCell[] => [{ text: label, color: '#5b6761' }, { text: value, alignment: 'right' }]; // prettier-ignore
  const content: Content[] = [
    {
      columns: [
        { stack: [{ text: 'LUZ DEL ISTMO', bold: true, fontSize: 20, color: '#b86b00' }, { text: 'Distribuidora eléctrica ficticia', fontSize: 9 }] },
        { stack: [{ text: 'TOTAL A PAGAR', fontSize: 9 }, { text: `B/. ${amount(cents)}`, bold: true, fontSize: 20 }, { text: `Vence: ${inWords(shiftDays(on, 20))}`, fontSize: 9 }], alignment: 'right' },
      ],
      margin: [0, 0, 0, 18],
    },
    {
      columns: [
        { stack: [{ text: 'Cliente', color: '#5b6761' }, { text: person.nombre, bold: true, fontSize: 12 }, { text: person.direccion, margin: [0, 4, 0, 0] }] },
        { width: 190, table: { widths: ['*', 'auto'], body: [row('NIC', String(seed % 9_000_000 + 1_000_000)), row('Emisión', on.split('-').toReversed().join('-')), row('Tarifa', 'BTS'), row('Lectura', `${seed % 9000 + 1000} kWh`)] }, layout: 'noBorders' },
      ],
      margin: [0, 0, 0, 18],
    },
    { text: 'Consumo de los últimos seis meses (kWh)', bold: true, margin: [0, 0, 0, 6] },
    { svg: `<svg width="270" height="90">${bars.join('')}</svg>`, margin: [0, 0, 0, 16] },
    {
      table: { widths: ['*', 110], body: [row('Cargo fijo', '2.40'), row(`Energía: ${use[5]} kWh`, amount(cents - 240)), row('Subsidio', '0.00'), row('Saldo anterior', '0.00'), [{ text: 'Total', bold: true }, { text: `B/. ${amount(cents)}`, bold: true, alignment: 'right' }]] },
      layout: 'lightHorizontalLines',
    },
  ]; // prettier-ignore
  const bytes = await pdf('Recibo de luz', content);
  return { bytes, mime: 'application/pdf', name: fileName('recibo-luz', person, 'pdf') };
}
