import { z } from 'zod';

/** One stage on the way from separation to keys. */
export const Stage = z.object({
  id: z.number().int(),
  label: z.string(),
  status: z.enum(['hecha', 'actual', 'detenida', 'pendiente', 'no_aplica']),
  /** The holder: "Tú", "Tu procesador", "El banco" …; null when nobody is. */
  who: z.string().nullable(),
  /** Why it is stopped. */
  reason: z.string().nullable(),
  /** What happens in it, in one sentence. */
  text: z.string(),
  /** An instant. */
  since: z.string().nullable(),
  /** "de 3 a 10 días" */
  normal: z.string(),
});
export type Stage = z.infer<typeof Stage>;

/** The stages for the buyer, in order of the follow-up board. */
export interface StageWords {
  label: string;
  text: string;
  /** Usual duration (domain.md §1). */
  normal: string;
}

const STAGE_WORDS: readonly StageWords[] = [
  {
    label: 'Separación',
    text: 'Pagas la separación y nosotros confirmamos tu pago.',
    normal: 'hasta 48 horas',
  },
  {
    label: 'Documentos',
    text: 'Subes tus documentos y los revisamos uno por uno.',
    normal: 'de 3 a 10 días',
  },
  {
    label: 'Precalificación',
    text: 'Vemos con tu historial de crédito qué financiamiento te conviene.',
    normal: '1 día',
  },
  {
    label: 'Trámite con el banco',
    text: 'El banco estudia tu solicitud de hipoteca.',
    normal: 'de 5 a 15 días hábiles',
  },
  {
    label: 'Carta promesa',
    text: 'El banco se compromete por escrito a pagar tu casa.',
    normal: 'de 3 a 10 días',
  },
  {
    label: 'Promesa de compraventa',
    text: 'Preparamos el contrato y lo firmamos contigo.',
    normal: 'de 3 a 10 días',
  },
  {
    label: 'Abonos',
    text: 'Pagas tu abono inicial, por cuotas si así lo acordaste.',
    normal: 'hasta 18 meses',
  },
  {
    label: 'Construcción',
    text: 'Terminamos tu casa y sacamos su permiso de ocupación.',
    normal: 'de 15 a 60 días para el permiso de ocupación',
  },
  {
    label: 'Escritura',
    text: 'Firmas la escritura pública de tu casa.',
    normal: 'de 3 a 10 días',
  },
  {
    label: 'Registro Público',
    text: 'Tu casa queda inscrita a tu nombre.',
    normal: 'de 5 a 15 días hábiles',
  },
  {
    label: 'Desembolso',
    text: 'El banco nos paga tu hipoteca.',
    normal: 'de 5 a 15 días',
  },
  {
    label: 'Entrega',
    text: 'Revisas tu casa con nosotros y recibes las llaves.',
    normal: 'de 1 a 10 días',
  },
];

/** In a cash sale only the buyer pays. */
const CASH_WORDS: Readonly<Record<number, StageWords>> = {
  11: {
    label: 'Saldo del precio',
    text: 'Terminas de pagar el precio de tu casa.',
    normal: 'de 5 a 15 días',
  },
};

/** The 12 stages for the buyer of a sale; stages that the sale skips are not shown. */
export const stageWords = (paymentForm: string): readonly StageWords[] =>
  paymentForm === 'contado' ? STAGE_WORDS.map((words, at) => CASH_WORDS[at + 1] ?? words) : STAGE_WORDS;
