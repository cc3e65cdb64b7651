import { amountInWords } from '#contract/amountInWords.ts';
import { dayText, showDay } from '#contract/dates.ts';
import { formatMoney } from '#contract/money.ts';
import { showPhone } from '#contract/phone.ts';
import type { Condition, FieldValues, Holding } from '#contract/legal/contractTemplates/fields.ts';
import type { FrozenBuyer, FrozenPart, PromiseTerms, Snapshot } from './snapshot.ts';
import { lowerFirst } from '#contract/words.ts';

export const DOCUMENT_WORDS: Readonly<Record<string, string>> = {
  cedula: 'cédula',
  pasaporte: 'pasaporte',
  ruc: 'RUC',
};

/** `cédula 8-712-4567`; empty without a number. */
export const documentText = (type: string | null, number: string | null): string =>
  number ? `${DOCUMENT_WORDS[type ?? ''] ?? 'documento'} ${number}` : '';

const withDocument = ({ name, document_type, document }: FrozenBuyer) =>
  document ? `${name}, con ${documentText(document_type, document)}` : name;

/** `A`, `A, y B`, `A; B, y C`: the names of people with their documents. */
const together = (people: readonly FrozenBuyer[]): string => {
  const texts = people.map(withDocument);
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join('; ')}, y ${texts.at(-1)}`;
};

const inWords = (cents: number) => lowerFirst(amountInWords(cents));
const number = (value: number) => String(Math.round(value * 100) / 100);
const rooms = (count: number, one: string, many: string) => `${number(count)} ${count === 1 ? one : many}`;

/** `10%`, `7.5%` */
export const shortPercent = (percent: number): string => `${number(percent)}%`;

/** The payment plan in one sentence part; equal monthly parts are told together. */
export function planText(plan: readonly FrozenPart[]): string {
  const told: string[] = [];
  for (let at = 0; at < plan.length;) {
    const first = plan[at]!;
    let end = at;
    while (plan[end + 1]?.label === first.label && plan[end + 1]!.centavos === first.centavos) end += 1;
    const count = end - at + 1;
    const last = plan[end]!;
    const days =
      count > 1 && first.due_on && last.due_on
        ? `, del ${showDay(first.due_on)} al ${showDay(last.due_on)}`
        : first.due_on
          ? `, el ${showDay(first.due_on)}`
          : '';
    told.push(
      count > 1
        ? `${count} cuotas de ${formatMoney(first.centavos)}${days}`
        : `${lowerFirst(first.label)} de ${formatMoney(first.centavos)}${days}`,
    );
    at = end + 1;
  }
  return told.join('; ');
}

const adjustText = (percent: number): string =>
  percent === 0
    ? 'El precio es fijo: no cambia hasta la entrega.'
    : `El precio puede subir como máximo ${shortPercent(percent)}, solo si suben los costos de los materiales con prueba, y solo con una adenda que firme el comprador. El comprador puede pedir a ACODECO que verifique el aumento.`;

/** What is annexed to a promise, in words; empty: nothing. */
const annexesText = ({ house, lot_drawn, quote }: Snapshot): string =>
  [
    house.lot !== null && lot_drawn !== false && `el plano del lote ${house.lot}`,
    quote && `la proforma ${quote.code}`,
  ]
    .filter(Boolean)
    .join(' y ');

/** The conditions that hold for a frozen sale. */
export function holdingOf(frozen: Snapshot): Holding {
  const { sale, buyers, money } = frozen;
  const signing = buyers.filter(({ role }) => role === 'comprador');
  const cuotas = money.plan.filter(({ label }) => label === 'Cuota').length;
  const held: (Condition | false)[] = [
    sale.payment_form,
    signing.length > 1 ? 'varios_compradores' : 'un_comprador',
    buyers.some(({ role }) => role === 'codeudor') && 'con_codeudor',
    signing.some(({ document_type }) => document_type === 'ruc') && 'empresa',
    cuotas > 0 && 'con_cuotas',
    frozen.quote !== null && 'con_proforma',
    annexesText(frozen) !== '' && 'con_anexos',
  ];
  return new Set(held.filter((one) => one !== false));
}

/** Texts of the merge fields for a promise. What is not known is missing. */
export function valuesOf(frozen: Snapshot, terms: PromiseTerms, code: string): FieldValues {
  const { seller, buyers, house, money, sale } = frozen;
  const signing = buyers.filter(({ role }) => role === 'comprador');
  const main = signing[0] ?? buyers[0]!;
  const debtors = buyers.filter(({ role }) => role === 'codeudor');
  const { representative } = terms;
  return {
    promotora: seller.name,
    promotora_ruc: seller.ruc,
    promotora_direccion: seller.address,
    ...(representative && {
      representante: representative.name,
      representante_documento: documentText(representative.documentType, representative.document),
    }),
    comprador: main.name,
    comprador_documento: documentText(main.document_type, main.document),
    comprador_telefono: showPhone(main.phone),
    ...(main.email && { comprador_correo: main.email }),
    compradores: together(signing),
    codeudores: together(debtors),
    proyecto: house.project,
    proyecto_ubicacion: house.place,
    modelo: house.model,
    modelo_area: `${number(house.area_m2)} m²`,
    modelo_distribucion: `${rooms(house.bedrooms, 'recámara', 'recámaras')} y ${rooms(house.bathrooms, 'baño', 'baños')}`,
    ...(house.lot && { lote: house.lot }),
    ...(house.lot_area_m2 !== null && { lote_area: `${number(house.lot_area_m2)} m²` }),
    ...(terms.motherFinca && { finca_madre: terms.motherFinca }),
    ...(terms.locationCode && { codigo_ubicacion: terms.locationCode }),
    precio: formatMoney(money.price_centavos),
    precio_en_letras: inWords(money.price_centavos),
    abono: formatMoney(money.down_centavos),
    abono_en_letras: inWords(money.down_centavos),
    saldo: formatMoney(money.financed_centavos),
    saldo_en_letras: inWords(money.financed_centavos),
    forma_de_pago: sale.payment_form,
    ...(money.bank && { banco: money.bank }),
    plan_de_pago: planText(money.plan),
    penalidad: shortPercent(money.penalty_percent),
    ajuste_de_precio: adjustText(money.adjust_percent),
    dias_devolucion: String(money.refund_days),
    ...(terms.deliveryOn && { fecha_entrega: dayText(terms.deliveryOn) }),
    vence_firma: dayText(terms.signBy),
    fecha: dayText(frozen.date),
    codigo: code,
    precontrato: sale.code,
    anexos: annexesText(frozen),
  };
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The plain summary that is signed with the promise: price, dates, penalties, how to withdraw (issue 14, part 1). */
export function summaryOf(frozen: Snapshot, terms: PromiseTerms): { label: string; value: string }[] {
  const { house, money } = frozen;
  return [
    { label: 'Qué compras', value: `${house.model}, lote ${house.lot ?? 'por elegir'}, ${house.project}` },
    { label: 'Precio total', value: formatMoney(money.price_centavos) },
    { label: 'Abono inicial', value: formatMoney(money.down_centavos) },
    { label: 'Cómo lo pagas', value: capital(planText(money.plan)) || 'Según el contrato' },
    {
      label: frozen.sale.payment_form === 'hipoteca' ? 'Lo que paga el banco' : 'Saldo antes de la escritura',
      value: formatMoney(money.financed_centavos),
    },
    { label: 'Entrega a más tardar', value: terms.deliveryOn ? dayText(terms.deliveryOn) : 'Por escribir' },
    {
      label: 'Si cambia el precio',
      value:
        money.adjust_percent === 0
          ? 'No cambia'
          : `Como máximo ${shortPercent(money.adjust_percent)}, y solo si firmas una adenda`,
    },
    {
      label: 'Si te retiras',
      value:
        money.penalty_percent === 0
          ? `Se te devuelve todo lo pagado en ${money.refund_days} días`
          : `Se te devuelve lo pagado menos ${shortPercent(money.penalty_percent)}, en ${money.refund_days} días${frozen.sale.payment_form === 'hipoteca' ? '. Con la carta de rechazo de un banco no hay penalidad' : ''}`,
    },
    { label: 'Cómo te retiras', value: 'Con una carta firmada, que la oficina te prepara' },
    { label: 'Puedes firmar hasta', value: dayText(terms.signBy) },
  ];
}
