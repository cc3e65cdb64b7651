/** A payment proof as a buyer sends it: a phone screenshot of an ACH transfer or a Yappy. */
import { type Paper, type PaperPerson, amount, fileName, inWords, safe, seedOf } from './person.ts';
import { png } from './render.ts';

export interface Payment {
  via: 'ach' | 'yappy';
  centavos: number;
  /** Displayed day and time. */
  dia: string;
  hora: string;
  referencia: string;
  beneficiario: string;
  concepto: string;
}

const text = (x: number, y: number, size: number, words: string, more = '') =>
  `<text x="${x}" y="${y}" font-family="Roboto" font-size="${size}" ${more}>${safe(words)}</text>`;

export async function paymentProof(person: PaperPerson, payment: Payment): Promise<Paper> {
  const yappy = payment.via === 'yappy';
  const colour = yappy ? '#1467c7' : ['#0f573a', '#7a2333', '#234a7c', '#9a5b10'][seedOf(person.banco) % 4]!;
  const title = yappy ? 'Yappy enviado' : 'Transferencia ACH';
  const rows: [string, string][] = [
    ['Para', payment.beneficiario],
    ['Desde', yappy ? person.nombre : `Ahorros ****${String(seedOf(person.cedula) % 9000 + 1000)}`],
    ['Banco', yappy ? 'Directorio Yappy' : person.banco],
    ['Fecha', `${inWords(payment.dia)}, ${payment.hora}`],
    ['Comentario', payment.concepto],
    ['Referencia', payment.referencia],
  ]; // prettier-ignore
  const lines = rows.map(([label, value], i) => {
    const y = 520 + i * 78;
    return `${text(48, y, 20, label, 'fill="#6c7681"')}${text(48, y + 30, 24, value.slice(0, 38), 'font-weight="500" fill="#1c2329"')}<path d="M48 ${y + 48}H552" stroke="#e4e8ec"/>`;
  });
  const svg = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="1200"><rect width="600" height="1200" fill="#f4f6f8"/>',
    `<rect width="600" height="200" fill="${colour}"/>`,
    text(40, 40, 22, payment.hora, 'font-weight="500" fill="#ffffff"'),
    '<rect x="520" y="22" width="40" height="20" rx="5" fill="none" stroke="#ffffff" stroke-width="2.500"/><rect x="524" y="26" width="26" height="12" fill="#ffffff"/><path d="M470 40v-6M480 40v-12M490 40v-18" stroke="#ffffff" stroke-width="5"/>',
    text(300, 128, 32, title, 'text-anchor="middle" font-weight="500" fill="#ffffff"'),
    '<rect x="24" y="168" width="552" height="850" rx="26" fill="#ffffff"/>',
    `<circle cx="300" cy="266" r="54" fill="#2fa36b"/><path d="M274 267l18 19 36-40" fill="none" stroke="#ffffff" stroke-width="10" stroke-linecap="round" stroke-linejoin="round"/>`,
    text(300, 362, 24, yappy ? '¡Listo! Enviaste' : 'Transacción realizada con éxito', 'text-anchor="middle" fill="#4b5661"'),
    text(300, 436, 62, `B/. ${amount(payment.centavos)}`, 'text-anchor="middle" font-weight="500" fill="#1c2329"'),
    ...lines,
    `<rect x="48" y="1052" width="504" height="72" rx="36" fill="${colour}"/>`,
    text(300, 1097, 26, 'Compartir comprobante', 'text-anchor="middle" font-weight="500" fill="#ffffff"'),
    text(300, 1172, 20, 'DEMOSTRACIÓN · comprobante ficticio', 'text-anchor="middle" fill="#b3261e"'),
    '</svg>',
  ].join(''); // prettier-ignore
  return { bytes: await png(svg), mime: 'image/png', name: fileName(yappy ? 'yappy' : 'ach', person, 'png') };
}
