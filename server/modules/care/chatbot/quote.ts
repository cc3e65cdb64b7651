import type { Fact } from '#contract/care/chatbot/rules.ts';
import { fold } from './text.ts';

/** Abbreviations whose point ends no sentence. */
const SHORT =
  /(?:\b(?:a|p)\. ?m|\b(?:S|Sr|Sra|Dr|Dra|Ing|Lic|Arq|No|Núm|núm|art|Art|Ave|Av|ext|tel|Tel|aprox|EE|UU|etc)|\b\p{Lu})\.$/u;

/** The sentences of a passage, as they stand. Lines of a list are sentences of their own. */
export function sentencesOf(content: string): string[] {
  const sentences: string[] = [];
  for (const line of content.split('\n')) {
    let open = '';
    for (const part of line.split(/(?<=[.!?])\s+/)) {
      open = open ? `${open} ${part}` : part;
      if (SHORT.test(open)) continue;
      sentences.push(open);
      open = '';
    }
    if (open) sentences.push(open);
  }
  return sentences.map((one) => one.trim()).filter(Boolean);
}

const HOUSES = String.raw`(?:casas?|viviendas?|modelos?|lotes?|terrenos?|residencias?|inmuebles?|propiedad(?:es)?)`;
const COSTS = String.raw`(?:precios?|cuestan?|costos?|costar\w*|valen?|valor(?:es)?|desde|vende[ns]?|oferta|rebaja\w*|por solo|compra\w*)`;
/** A number that counts nothing else: `72 metros` and `2 %` are no amounts. */
const AMOUNT = String.raw`(?:(?:\$|b/\.?|usd)?\s*\d[\d.,]*(?![\d.,]*\s*(?:%|por ciento|metros?|m2|rec|banos?|anos?|mes|dias?|horas?|minutos?|kil|pulgadas?|centim|milim|personas|pisos?|plantas?|estacion|lotes?|casas?))|(?:un|una|uno|cien|mil|\w+ mil) (?:dolar|balboa)\w*|gratis)`;
const HOUSE = new RegExp(String.raw`\b${HOUSES}\b`);
const PRICED = [
  new RegExp(String.raw`\b${HOUSES}\b.{0,60}\b${COSTS}\b.{0,40}?${AMOUNT}`),
  new RegExp(String.raw`\b${COSTS}\b.{0,40}\b${HOUSES}\b.{0,40}?${AMOUNT}`),
];
const MONEY =
  /(\$|b\/\.?|usd) ?\d|\d (dolar|balboa)|\b(un|uno|cien|mil) (dolar|balboa)|\b(gratis|regalad[oa]s?)\b/;
/** What else is paid for a house. */
const OTHER_MONEY =
  /\b(separa\w*|reserva\w*|apart\w*|mantenimiento|abon\w*|inicial|cuotas?|letras?|mensualidad\w*|deposit\w*|gastos?|multas?|recargos?|honorarios|avaluo|seguros?|impuestos?|diferencia|descuento|subsidio|bono|ingresos?|salario|tramite)\b/;
const LEFT = /\b(quedan?|disponibles?|libres?|vendid[oa]s?|agotad[oa]s?|ultim[oa]s?)\b/;
const HANDED =
  /\b(entregas?|entregan|entregaremos|llaves|listas?)\b.*\b(enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|20\d\d)\b/;

/**
 * The live fact that a sentence states: the price of a house or lot, how many are free, the month of delivery. Such a
 * sentence is never quoted, so that no training text changes a price. `models`: folded names.
 */
export function liveFactOf(sentence: string, models: readonly string[] = []): Fact | null {
  const said = fold(sentence).replaceAll('ó', 'o');
  // A model's name counts as its house.
  const text = models.reduce((sum, name) => sum.replaceAll(name, 'modelo'), said);
  if (!HOUSE.test(text)) return null;
  if (PRICED.some((words) => words.test(text)) || (MONEY.test(text) && !OTHER_MONEY.test(text)))
    return 'precio';
  if (LEFT.test(text) && /\d|\b(tod[oa]s|ningun[oa]?|poc[oa]s)\b/.test(text)) return 'disponibilidad';
  return HANDED.test(text) ? 'entrega' : null;
}

/** Words of a sentence that takes its noun from the one before: `La casa es nueva. Cuesta 1.` */
const ELLIPTIC = 6;

/** The live facts that the sentences of a passage state, by their places. */
export const liveFactsOf = (
  sentences: readonly string[],
  heading: string,
  models: readonly string[],
): (Fact | null)[] =>
  sentences.map((sentence, at) => {
    const short = sentence.split(/\s+/).length <= ELLIPTIC;
    return (
      liveFactOf(sentence, models) ??
      (short ? liveFactOf(`${sentences[at - 1] ?? heading} ${sentence}`, models) : null)
    );
  });

/** Characters of a quotation. */
const QUOTED_MAX = 600;

/**
 * The part of a passage to quote: its best sentence and those beside it, until the limit. A short passage is quoted whole.
 * `has`: for each sentence, the weight of what it has of the question.
 */
export function quoteOf(sentences: readonly string[], has: readonly number[]): string {
  const whole = sentences.join(' ');
  if (whole.length <= QUOTED_MAX) return whole;
  let from = has.indexOf(Math.max(...has));
  let to = from;
  let length = sentences[from]!.length;
  // Grows toward the side that says more; what follows comes first, because it explains.
  for (;;) {
    const after = to + 1 < sentences.length ? has[to + 1]! + 0.01 : -1;
    const before = from > 0 ? has[from - 1]! : -1;
    const next = after >= before ? to + 1 : from - 1;
    if (Math.max(after, before) < 0 || length + sentences[next]!.length + 1 > QUOTED_MAX) break;
    length += sentences[next]!.length + 1;
    if (next > to) to = next;
    else from = next;
  }
  return sentences
    .slice(from, to + 1)
    .join(' ')
    .slice(0, QUOTED_MAX);
}
