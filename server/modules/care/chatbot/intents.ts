import type { Fact, Handover } from '#contract/care/chatbot/rules.ts';
import { fold, termsOf, wordsOf } from './text.ts';

/** What hands a conversation over to a person at once, by what the customer wrote (folded text). */
const HANDS_OVER: readonly (readonly [Exclude<Handover, 'responde' | 'sin_respuesta' | 'limite'>, RegExp])[] =
  [
    [
      'pide_persona',
      /\b((hablar|comunicar\w*|conversar|contactar\w*|atienda|atender|pasa(r|me)?|paseme|llamen|llame|llamar?me|llamenme)\b.{0,30}\b(persona|asesor\w*|humano|alguien|agente|vendedor\w*|ejecutiv\w*|encargad\w*|gerente|supervisor\w*|procesador\w*)|(una|un) (persona|humano|asesor\w*) (real|de verdad|por favor)|quiero (un|una|al) (asesor\w*|persona|humano)|que me llamen|llamenme|no quiero (hablar con )?(un |al )?(robot|bot|maquina))\b/,
    ],
    [
      'queja',
      /\b(quej(a|as|o|ar|arme|arse)|reclam(o|os|ar|acion)|estafa\w*|engan(o|ado|ada|aron|ando)|fraude|mentira|mentiros\w*|demand(a|ar|are|arlos)|denunci\w*|acodeco|tribunal\w*|fiscalia|mi abogad[oa]|accion legal|acciones legales|pesimo|pesima|molest[oa]|incumpl\w*)\b/,
    ],
    [
      'desiste',
      /\b(desisto|(quiero|voy a|deseo|necesito) (desistir|cancelar|anular|retirarme)|ya no (quiero|deseo|me interesa|voy a) (comprar|la casa|seguir|la compra|el lote)?|cancel(ar|en|o) (mi|la) (compra|contrato|pre-?contrato|reserva|separacion|lote)|rescindir)\b/,
    ],
    [
      'dinero',
      /\b(devuelvan\w*|devuelvame|reembols(en|enme|eme)|reintegren\w*|mi (dinero|plata)|me cobraron|me estan cobrando|cobro (doble|indebido)|cobraron (de mas|doble|dos veces)|pague y no|mi pago no (aparece|sale|se ve|esta)|no aparece mi pago|donde esta mi pago|(quiero|exijo|necesito) .{0,20}(devolucion|reembolso))\b/,
    ],
  ];

/** `¿Qué pasa si desisto?`, `¿cómo hago un reclamo?`: a question about a rule, which a source may answer. */
const ABOUT_A_RULE = /\b(si|como|donde|que pasa|se puede|puedo|plazo)\b/;
const CLAIMS =
  /\b(estafa\w*|fraude|mentir\w*|demand\w*|denunci\w*|acodeco|mi abogad[oa]|devuelvan\w*|devuelvame|me cobraron|pague y no|pesim\w*)\b/;

/** Why a person takes over at once; `soft`: only if no source answers. */
export function handoverOf(question: string): { reason: Handover; soft: boolean } | null {
  const text = fold(question).replaceAll('ó', 'o');
  const reason = HANDS_OVER.find(([, words]) => words.test(text))?.[0];
  if (!reason) return null;
  return { reason, soft: reason !== 'pide_persona' && ABOUT_A_RULE.test(text) && !CLAIMS.test(text) };
}

const MINE_PURCHASE =
  /\b(mi|mis) (compra|proceso|tramite|precontrato|pre-contrato|expediente|caso|solicitud|casa|papeles|documentos)\b.{0,40}|\b(en que (va|esta)|como va|estado de|que (me )?falta|siguiente paso|proximo paso|que sigue|que debo hacer ahora|paso sigue)\b/;
const MINE_BALANCE =
  /\b(mi saldo|mi deuda|cuanto (debo|me falta (por )?pagar|he pagado|llevo pagado|me queda)|saldo pendiente|mi estado de cuenta|mi proxim[ao] (pago|letra|cuota)|cuando (me toca|debo) pagar|mis pagos|cuanto tengo que pagar (todavia|aun))\b/;
const MINE = /\b(mi|mis|me|yo|debo|sigue|llevo|he)\b/;

const PRICE =
  /\b(precios?|letras?|mensualidad(es)?|cuotas? mensual(es)?|cuanto pag\w+|cuestan?|costos?|costar\w*|valen?|valor(es)?|cuanto (es|sale|salen|seria)|a como|cotizacion|desde cuanto|mas (barat|car|economic)\w+|economic\w+)\b/;
const AVAILABLE =
  /\b(disponib\w+|quedan?|hay (casas?|lotes?|viviendas?|terrenos?|modelos?)|libres?|casas? (a la|en) venta|cuant[oa]s? (casas?|lotes?|viviendas?|terrenos?|modelos?))\b/;
const DELIVERY =
  /\b((cuando|que mes|que fecha|para cuando|fecha de|mes de)\b.{0,30}\b(entreg\w+|llaves?|mudar\w*|list[ao]s?|termin\w+)|(entreg\w+|llaves?|mudar\w*|list[ao]s?)\b.{0,30}\b(cuando|que mes|que fecha))\b/;

/** Words that may stand beside the cue of a fact; with any other word the question is about something else. */
const BESIDE = new Set(
  `casa casas vivienda viviendas modelo modelos lote lotes terreno terrenos residencia residencias venta vender venden comprar compra
precio precios cuesta cuestan costo costos vale valen valor valores sale salen seria hoy actual actuales barata barato baratas economica economico economicas economicos cara caro
disponible disponibles disponibilidad queda quedan libre libres cuantas cuantos
entrega entregan entregar entregaran entregas fecha mes llave llaves mudar mudarme mudarnos lista listas listo termina terminan terminada terminadas
letra letras mensualidad mensualidades cuota cuotas mensual mensuales al pago pagaria pagarian
recamara recamaras cuarto cuartos habitacion habitaciones dormitorio dormitorios dos tres una uno cuatro nuevas nueva inmueble inmuebles propiedad
cotizacion desde dolares balboas ahora momento todavia aun sencilla grande pequena chica completa total`
    .split(/\s+/)
    .flatMap((word) => [word, fold(word)]),
);

export interface Intent {
  fact: Fact;
  /** It asks for one's own purchase: only whom it belongs to learns it. */
  own: boolean;
}

/**
 * The live fact that a question asks for, by rules; null for the training texts. `names`: folded words of the projects'
 * and models' names, which may stand beside the cue.
 */
export function intentOf(question: string, names: ReadonlySet<string>): Intent | null {
  const text = fold(question).replaceAll('ó', 'o');
  if (MINE_BALANCE.test(text)) return { fact: 'mi_saldo', own: true };
  if (
    MINE_PURCHASE.test(text) &&
    (MINE.test(text) || /\bsiguiente paso|que sigue\b/.test(text)) &&
    isOwn(text)
  )
    return { fact: 'mi_compra', own: true };
  const plain = termsOf(question).every(({ word }) =>
    word.split(' ').every((one) => BESIDE.has(one) || names.has(one) || /^\d+$/.test(one)),
  );
  if (!plain) return null;
  if (DELIVERY.test(text)) return { fact: 'entrega', own: false };
  if (PRICE.test(text)) return { fact: 'precio', own: false };
  if (AVAILABLE.test(text)) return { fact: 'disponibilidad', own: false };
  return null;
}

/** `Mi compra`, and not `qué documentos necesito para mi casa`: the state of what one has. */
const isOwn = (text: string): boolean =>
  /\b(mi|mis) (compra|proceso|tramite|precontrato|pre-contrato|expediente|caso|solicitud)\b/.test(text) ||
  /\b(en que (va|esta)|como va|que (me )?falta|siguiente paso|proximo paso|que sigue|que debo hacer ahora)\b/.test(
    text,
  );

const GREETING =
  /^(hola|buen[oa]s?|buen|saludos|gracias|ok|okey|listo|perfecto|dale|de acuerdo|muchas gracias|adios|chao|hey|que tal)\b/;
/** A greeting or thanks without a question. */
export const isGreeting = (question: string): boolean =>
  termsOf(question).length === 0 && (GREETING.test(fold(question)) || wordsOf(question).length === 0);
