import type { TemplateSpec, Variable } from './template.ts';

const push = <const V extends Readonly<Record<string, Variable>>>(
  spec: Omit<TemplateSpec, 'channel' | 'audience' | 'variables'> & { variables: V },
) => ({ channel: 'push' as const, audience: 'cliente' as const, ...spec });

const documento = { label: 'Documento', example: 'Carta de trabajo' };
const monto = { label: 'Monto', example: 'USD 500.00' };
const hasta = { label: 'Fecha límite', example: '25 de noviembre de 2026, 10:00 a. m.' };

/**
 * Push notices to buyers. The part after `push_` is the mail about the same event. A lock screen shows them: no name, no
 * reason and no number of a person.
 */
export const PUSH_TEXTS = {
  push_documento_rechazado: push({
    label: 'Documento rechazado, en el celular',
    when: 'Cuando se rechaza un documento.',
    variables: { documento },
    subject: 'Necesitamos un documento de nuevo',
    body: 'Revisamos «{{documento}}» y falta algo. Toca para ver qué y enviarlo otra vez.',
  }),
  push_documentos_pendientes: push({
    label: 'Documentos pendientes, en el celular',
    when: 'Cuando un procesador pide lo que falta.',
    variables: { asunto: { label: 'Cuántos faltan, en palabras', example: 'Nos faltan 2 documentos' } },
    subject: '{{asunto}}',
    body: 'Toca para ver cuáles son y enviarlos desde tu celular.',
  }),
  push_pago_confirmado: push({
    label: 'Pago confirmado, en el celular',
    when: 'Cuando contabilidad confirma el pago.',
    variables: { monto },
    subject: 'Recibimos tu pago',
    body: 'Confirmamos {{monto}}. Toca para ver tu recibo.',
  }),
  push_pago_rechazado: push({
    label: 'Pago no confirmado, en el celular',
    when: 'Cuando contabilidad no encuentra el pago.',
    variables: {},
    subject: 'No pudimos confirmar tu pago',
    body: 'Toca para ver el motivo y enviar el comprobante correcto.',
  }),
  push_documento_por_firmar: push({
    label: 'Documento por firmar, en el celular',
    when: 'Cuando le toca firmar un documento.',
    variables: {},
    subject: 'Un documento espera tu firma',
    body: 'Toca para leerlo y firmarlo.',
  }),
  push_firma_pendiente: push({
    label: 'Firma pendiente, en el celular',
    when: 'Un día y tres días después, si falta firmar.',
    variables: {},
    subject: 'Tu pre-contrato espera tu firma',
    body: 'Toca para leerlo y firmarlo.',
  }),
  push_vence_pronto: push({
    label: 'Vence pronto, en el celular',
    when: 'Antes de que venza la reserva o la separación.',
    variables: { hasta },
    subject: 'Guardamos tu lote hasta el {{hasta}}',
    body: 'Toca para ver qué falta.',
  }),
  push_banco_respondio: push({
    label: 'Respuesta de un banco, en el celular',
    when: 'Cuando un banco responde a la solicitud.',
    variables: {},
    subject: 'Un banco respondió a tu solicitud',
    body: 'Toca para ver la respuesta y qué sigue.',
  }),
  push_obra_avance: push({
    label: 'Avance de la obra, en el celular',
    when: 'Cuando se aprueban la fundación, el techo o toda la obra de la casa.',
    variables: { avance: { label: 'Qué se terminó', example: 'Tu casa ya tiene techo.' } },
    subject: 'Noticias de tu casa',
    body: '{{avance}} Toca para ver las fotografías.',
  }),
  push_entrega_tarde: push({
    label: 'Aviso sobre la entrega, en el celular',
    when: 'Cuando un colega avisa que la obra pasa de la entrega prometida.',
    variables: {},
    subject: 'Tenemos que hablarte de la entrega de tu casa',
    body: 'Toca para leer el aviso.',
  }),
  push_entrega_programada: push({
    label: 'Entrega programada, en el celular',
    when: 'Cuando se programa la entrega de la casa, o cambia su día.',
    variables: { fecha: { label: 'Fecha', example: '30 de noviembre de 2026' } },
    subject: 'La entrega de tu casa es el {{fecha}}',
    body: 'Toca para ver qué traer o elegir otro día.',
  }),
  push_entrega_hecha: push({
    label: 'Casa entregada, en el celular',
    when: 'Cuando el comprador firma el acta de entrega.',
    variables: {},
    subject: 'Bienvenido a tu casa',
    body: 'Toca para ver el acta, el manual y tu garantía.',
  }),
  push_garantia_por_vencer: push({
    label: 'Garantía por terminar, en el celular',
    when: 'Treinta días antes de que termine una cobertura de la garantía.',
    variables: {
      cobertura: { label: 'Cobertura', example: 'acabados' },
      fecha: { label: 'Fecha', example: '30 de noviembre de 2026' },
    },
    subject: 'Tu garantía de {{cobertura}} termina pronto',
    body: 'Termina el {{fecha}}. Toca para ver qué cubre.',
  }),
  push_mensaje: push({
    label: 'Mensaje de un colega, en el celular',
    when: 'Cuando un colega escribe en el chat.',
    variables: { empresa: { label: 'Empresa', example: 'Casas del Sol' } },
    subject: 'Tienes un mensaje de {{empresa}}',
    body: 'Toca para leerlo y responder.',
  }),
};
export type PushText = keyof typeof PUSH_TEXTS;
