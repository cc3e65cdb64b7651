import type { TemplateSpec, Variable } from './template.ts';

const mail = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'correo' as const, audience: 'cliente' as const, ...spec });

const cliente = { label: 'Cliente', example: 'Ana Pérez' };
const fecha = { label: 'Fecha', example: '30 de noviembre de 2026' };
const enlace = {
  label: 'Enlace personal a la compra',
  example: 'https://llave.example/clientes/mi-compra/PC-2026-00042?token=ejemplo',
  required: true,
  button: 'Ver mi casa',
} as const;

/** Mails to buyers about the delivery of their house and its warranty, in "tú". */
export const CARE_MAILS = {
  entrega_programada: mail({
    label: 'Entrega de la casa programada',
    when: 'Cuando se programa la entrega de la casa, o cambia su día.',
    variables: { cliente, fecha, enlace },
    subject: 'La entrega de tu casa es el {{fecha}}',
    body: 'Hola, {{cliente}}.\n\nTe esperamos el {{fecha}} para revisar tu casa contigo, ambiente por ambiente. Trae tu cédula y tu celular: con él firmas el acta y recibes las llaves.\n\nSi prefieres otro día, elígelo aquí:\n\n{{enlace}}',
  }),
  entrega_hecha: mail({
    label: 'Casa entregada',
    when: 'Cuando el comprador firma el acta de entrega.',
    variables: { cliente, fecha, enlace },
    subject: 'Bienvenido a tu casa',
    body: 'Hola, {{cliente}}.\n\nEl {{fecha}} recibiste tu casa. Desde ese día corre tu garantía. En tu compra están el acta, el manual, lo que quedó pendiente y hasta cuándo te cubre cada parte:\n\n{{enlace}}',
  }),
  garantia_por_vencer: mail({
    label: 'Una garantía termina pronto',
    when: 'Treinta días antes de que termine una cobertura de la garantía.',
    variables: { cliente, cobertura: { label: 'Cobertura', example: 'acabados' }, fecha, enlace },
    subject: 'Tu garantía de {{cobertura}} termina el {{fecha}}',
    body: 'Hola, {{cliente}}.\n\nTu garantía de {{cobertura}} termina el {{fecha}}. Revisa tu casa y avísanos antes de ese día si algo no está bien:\n\n{{enlace}}',
  }),
  encuesta: mail({
    label: 'Encuesta de satisfacción',
    when: 'Una vez, cuando se entrega la casa o se cierra un ticket.',
    variables: {
      cliente,
      enlace: {
        label: 'Enlace personal a la encuesta',
        example: 'https://llave.example/encuesta/ejemplo',
        required: true,
        button: 'Responder',
      },
    },
    subject: '¿Cómo te fue con nosotros?',
    body: 'Hola, {{cliente}}.\n\nQueremos saber cómo te fue. Es una sola pregunta y toma menos de un minuto:\n\n{{enlace}}',
  }),
};
